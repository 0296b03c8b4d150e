import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { splitName } from '../../grid/file-opening.ts';

/** More subtitles than a film has in practice. */
const MAX_SUBTITLES = 30;

type Subtitles = {
  file: ProjectFile;
  /** BCP 47, as the name says it; empty where it says none. */
  language: string;
};

/** Subtitles beside a film: `trailer.vtt`, `trailer.en.srt` and `Trailer.pt-BR.vtt` belong to `trailer.mp4`. */
export function subtitlesOf(film: ProjectFile, files: readonly ProjectFile[]): Subtitles[] {
  const [base] = splitName(film.name.toLowerCase());
  return files
    .flatMap((file) => {
      const [name, extension] = splitName(file.name.toLowerCase());
      if (!/^\.(?:vtt|srt)$/.test(extension) || !name.startsWith(base)) return [];
      const rest = name.slice(base.length);
      if (rest === '') return [{ file, language: '' }];
      const language = /^[._ -]([a-z]{2,3}(?:[-_][a-z]{2,4})?)$/.exec(rest)?.[1]?.replace('_', '-');
      return language === undefined ? [] : [{ file, language }];
    })
    .slice(0, MAX_SUBTITLES);
}

/** Which of them are shown at first: those in the reader's language, else none. */
export function firstShown(subtitles: readonly Subtitles[], language: string): Subtitles | undefined {
  return subtitles.find((each) => each.language.split('-')[0] === language);
}

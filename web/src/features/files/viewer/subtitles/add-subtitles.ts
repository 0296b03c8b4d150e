import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { readText } from '../texts/read-text.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import { firstShown, subtitlesOf } from './subtitles-of.ts';

type Beside = {
  /** The film's own. */
  file: ProjectFile;
  /** All files of its version. */
  files: readonly ProjectFile[];
  /** The reader's. */
  language: string;
  signal: AbortSignal;
};

/** Adds subtitles to a film under the names of their languages, the reader's shown at once; skips unreadable ones. */
export async function addSubtitles(
  film: HTMLVideoElement,
  { file, files, language, signal }: Beside,
): Promise<void> {
  const subtitles = subtitlesOf(file, files);
  const texts = await Promise.all(
    subtitles.map((each) => readText(each.file.file, signal).catch(() => undefined)),
  );
  if (signal.aborted) return;
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const shown = firstShown(subtitles, language);
  for (const [at, each] of subtitles.entries()) {
    const cues = parseSubtitles(texts[at] ?? '');
    if (cues.length === 0) continue;
    const label = each.language === '' ? each.file.name : (names.of(each.language) ?? each.language);
    const track = film.addTextTrack('subtitles', label, each.language);
    for (const { start, end, text } of cues) track.addCue(new VTTCue(start, end, text));
    track.mode = each === shown ? 'showing' : 'disabled';
  }
}

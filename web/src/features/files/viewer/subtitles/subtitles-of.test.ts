import { expect, test } from 'vitest';
import { PICTURE } from '../../../../testing/projects.ts';
import { firstShown, subtitlesOf } from './subtitles-of.ts';

const named = (name: string) => ({ ...PICTURE, name });

test('subtitles belong to the film with the name they begin with', () => {
  const names = ['Trailer.vtt', 'trailer.en.srt', 'trailer_tr.vtt', 'trailer.pt-BR.vtt'];
  const others = ['trailer.txt', 'trailer2.vtt', 'trailer.long words.vtt', 'other.en.vtt', 'trailer.mp4'];
  const found = subtitlesOf(named('trailer.mp4'), [...names, ...others].map(named));
  expect(found.map(({ file, language }) => [file.name, language])).toEqual([
    ['Trailer.vtt', ''],
    ['trailer.en.srt', 'en'],
    ['trailer_tr.vtt', 'tr'],
    ['trailer.pt-BR.vtt', 'pt-br'],
  ]);
  expect(firstShown(found, 'tr')?.file.name).toBe('trailer_tr.vtt');
  expect(firstShown(found, 'de')).toBeUndefined();
});

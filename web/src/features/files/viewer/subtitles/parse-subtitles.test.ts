import { expect, test } from 'vitest';
import { parseSubtitles } from './parse-subtitles.ts';

test('SubRip and WebVTT are read alike', () => {
  const srt =
    '1\r\n00:00:01,500 --> 00:00:03,000\r\nHello\r\nthere\r\n\r\n2\r\n01:00:00,040 --> 01:00:01,000\r\nBye\r\n';
  const vtt =
    'WEBVTT\n\nNOTE a remark\n\n00:01.500 --> 00:03.000 align:start\nHello\nthere\n\nlast\n01:00:00.040 --> 01:00:01.000\nBye';
  const cues = [
    { start: 1.5, end: 3, text: 'Hello\nthere' },
    { start: 3600.04, end: 3601, text: 'Bye' },
  ];
  expect(parseSubtitles(srt)).toEqual(cues);
  expect(parseSubtitles(vtt)).toEqual(cues);
});

test('markup of other programs is left out', () => {
  const [cue] = parseSubtitles('00:00:01,5 --> 00:00:02,0\n{\\an8}<font color="#fff"><i>Hello</i></font>');
  expect(cue?.text).toBe('<i>Hello</i>');
});

test.each([
  ['no subtitles', 'A letter.\n\nWith lines.'],
  ['times that run backwards', '00:00:02.000 --> 00:00:01.000\nHello'],
  ['times that are none', 'x --> y\nHello'],
  ['an arrow alone', '-->'],
])('%s have no lines', (_, text) => {
  expect(parseSubtitles(text)).toEqual([]);
});

test('a megabyte of the worst text is read in linear time', () => {
  for (const worst of ['<font', '-->', '{\\', '1:', '\n'])
    expect(parseSubtitles(`00:00:01.000 --> 00:00:02.000\n${worst.repeat(200_000)}`).length).toBeLessThan(2);
});

import { expect, test } from 'vitest';
import { heardTracks, needsPreview } from './preview-need.ts';

const sound = (channels: number, language?: string) => ({
  codec_type: 'audio',
  codec_name: 'aac',
  channels,
  ...(language !== undefined && { tags: { language } }),
});
const picture = { codec_type: 'video', codec_name: 'h264', pix_fmt: 'yuv420p' };

test.each([
  ['one stereo track', [sound(2)], [0]],
  ['a mix before its parts', [sound(2), sound(1), sound(1)], [0]],
  ['microphones', [sound(1), sound(1), sound(1)], [0, 1, 2]],
  ['a microphone beside a stereo track', [sound(1), sound(2)], [0]],
  ['two languages', [sound(1, 'eng'), sound(1, 'tur')], [0]],
  ['nothing', [], []],
])('tracks that play together: %s', (_, sounds, heard) => {
  expect(heardTracks({ picture, sounds })).toEqual(heard);
});

test('a film that plays everywhere needs a preview where a browser would play one of several microphones', () => {
  expect(needsPreview({ picture, sounds: [sound(2)] }, 'video/mp4')).toBe(false);
  expect(needsPreview({ picture, sounds: [sound(1), sound(1)] }, 'video/mp4')).toBe(true);
});

test('an HDR film needs a preview', () => {
  const bright = { ...picture, color_transfer: 'smpte2084' };
  expect(needsPreview({ picture: bright, sounds: [] }, 'video/mp4')).toBe(true);
});

import { expect, test } from 'vitest';
import { sampleFile } from '../../../../../test-kit/sample-files/sample-file.ts';
import { BLUE, draw, expectColour, expectHalves, ORANGE } from '../../../testing/pictures/draw.ts';
import { jpegXlPixels } from './jpeg-xl-size.ts';

test.each([
  ['a photograph of 48 million pixels as a telephone takes it', 'halves-48mp.heic', [8064, 6048]],
  ['an AVIF of 20 million pixels of ten bits', 'halves-20mp.avif', [5000, 4100]],
  ['a JPEG XL of 12 million pixels of sixteen bits', 'halves-16bit.jxl', [4000, 3000]],
] as const)('%s is drawn', async (_, name, [width, height]) => {
  const pictures = await draw(sampleFile(name));
  expect(pictures).toMatchObject({ width, height });
  await expectColour(pictures?.large, [400, 600], ORANGE);
  await expectColour(pictures?.large, [1200, 600], BLUE);
  // Browsers show an AVIF themselves.
  const hasWhole = !name.endsWith('avif');
  expect((pictures?.whole.length ?? 0) > 0).toBe(hasWhole);
});

test('an animated AVIF is drawn by its still picture', async () => {
  const pictures = await draw(sampleFile('halves-moving.avif'));
  expect(pictures).toMatchObject({ width: 60, height: 40 });
  await expectHalves(pictures?.large);
});

test('a JPEG XL says how many pixels it has before it is decoded', async () => {
  expect(jpegXlPixels(sampleFile('halves-16bit.jxl'))).toBe(12_000_000);
  expect(jpegXlPixels(sampleFile('halves.jxl'))).toBe(2400);
  expect(() => jpegXlPixels(Buffer.from('0000000c4a584c200d0a870a', 'hex'))).toThrow('no picture');
  expect(() => jpegXlPixels(Buffer.alloc(64))).toThrow('no picture');
});

test('a JPEG XL of a billion pixels is not decoded', async () => {
  // Not small, and both sides written with 30 bits.
  const ones = '1'.repeat(32);
  const bits = `0${ones}000${ones}`.padEnd(72, '0');
  const size = Buffer.from(
    bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte.split('').toReversed().join(''), 2)) ?? [],
  );
  const bomb = Buffer.concat([Buffer.from('ff0a', 'hex'), size]);
  expect(jpegXlPixels(bomb)).toBe((2 ** 30) ** 2);
  expect(await draw(bomb)).toBeUndefined();
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { casesOf } from '../../../../test-kit/large/extent.ts';
import { sniffMediaType } from '../../media-types/media-type.ts';
import { drawThumbnails } from '../../pictures/thumbnails.ts';
import { thumbnailMaker } from '../../pictures/kinds.ts';

/** The longer side of each thumbnail, and the bytes that all of a small file have together at most. */
export const LIMITS = { pixels: { small: 480, medium: 960, large: 1600 }, mostBytes: 256 * 1024 };

/** Kinds that every browser shows, so that not all of their pixels are drawn. */
const SHOWN = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Draws bytes by what they are. */
export async function draw(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-draw-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, bytes);
    const mediaType = await sniffMediaType(bytes.subarray(0, 64 * 1024));
    const maker = thumbnailMaker(mediaType);
    if (maker === undefined || maker === 'sound') return undefined;
    return await drawThumbnails(
      maker,
      file,
      {
        ...LIMITS,
        mediaType,
        mostBytes: Math.max(LIMITS.mostBytes, 4 * bytes.length),
        hasWhole: !SHOWN.has(mediaType),
      },
      { info: () => {} },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Colour = readonly number[];

export const ORANGE = [0xc8, 0x64, 0x3c] as const;
export const BLUE = [0x20, 0x60, 0xc0] as const;

/** Expects an opaque pixel of this red, green and blue: no sample is meant to be transparent. */
export async function expectColour(
  picture: Buffer | undefined,
  [left, top]: readonly [left: number, top: number],
  expected: Colour,
  tolerance = 12,
): Promise<void> {
  const area = { left, top, width: 1, height: 1 };
  const pixel = await sharp(picture).ensureAlpha().extract(area).raw().toBuffer();
  for (const [channel, value] of [...expected, 255].entries())
    expect(Math.abs((pixel[channel] ?? -1000) - value)).toBeLessThanOrEqual(channel === 3 ? 0 : tolerance);
}

/** Expects a picture of 60 by 40 pixels with these colours on its left and right half. */
export async function expectHalves(
  picture: Buffer | undefined,
  { left = ORANGE, right = BLUE, tolerance = 12 }: { left?: Colour; right?: Colour; tolerance?: number } = {},
): Promise<void> {
  await expectColour(picture, [10, 20], left, tolerance);
  await expectColour(picture, [50, 20], right, tolerance);
}

const BREAK = {
  'cut off': (bytes: Buffer) => bytes.subarray(0, Math.trunc(bytes.length / 2)),
  disturbed: (bytes: Buffer) =>
    Buffer.from(bytes).fill(0xff, Math.trunc(bytes.length / 3), Math.trunc(bytes.length / 2)),
};

export type Broken = keyof typeof BREAK;

/** Both ways in which a file is broken, the one that `npm test` tries first. */
export function brokenWays(daily: Broken): Broken[] {
  return casesOf<Broken>({ daily: [daily], rare: [daily === 'disturbed' ? 'cut off' : 'disturbed'] });
}

/** Expects that a small file which is broken gives a picture or none, and nothing else. */
export async function expectPictureOrNone(bytes: Buffer, broken: Broken): Promise<void> {
  expect((await draw(BREAK[broken](bytes)))?.large.length ?? 0).toBeLessThan(10_000);
}

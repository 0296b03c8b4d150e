import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { draw, expectColour, ORANGE } from '../../../testing/pictures/draw.ts';
import { sniffMediaType } from '../../../media-types/media-type.ts';

describe("a camera's file", () => {
  const jpegOf = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();

  /** Its left half is orange. */
  const halvesOf = async (width: number, height: number) => {
    const left = await sharp({
      create: { width: width / 2, height, channels: 3, background: '#c8643c' },
    })
      .png()
      .toBuffer();
    return sharp({ create: { width, height, channels: 3, background: '#2060c0' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg()
      .toBuffer();
  };

  /** A directory of one entry, the orientation, as cameras of Canon begin their files. */
  function rawOf(orientation: number, ...parts: Buffer[]): Buffer {
    const head = Buffer.alloc(64);
    head.write('II*\0\x10\0\0\0CR', 'latin1');
    head.writeUInt16LE(1, 16);
    head.writeUInt16LE(274, 18);
    head.writeUInt16LE(3, 20);
    head.writeUInt32LE(1, 22);
    head.writeUInt16LE(orientation, 26);
    return Buffer.concat([head, ...parts]);
  }

  test('is drawn by the largest picture in it that shows something, turned as the camera was', async () => {
    const lossless = await jpegOf(400, 300, '#000000');
    lossless.writeUInt8(0xc3, lossless.indexOf(Buffer.from('ffc0', 'hex')) + 1);
    const small = await jpegOf(30, 20, '#2060c0');
    const large = await halvesOf(90, 60);
    const black = await jpegOf(300, 200, '#000000');
    const cut = (await halvesOf(200, 100)).subarray(0, 300);
    const huge = await jpegOf(30, 20, '#2060c0');
    huge.fill(
      0xff,
      huge.indexOf(Buffer.from('ffc0', 'hex')) + 5,
      huge.indexOf(Buffer.from('ffc0', 'hex')) + 9,
    );
    const bytes = rawOf(6, small, large, Buffer.alloc(100), lossless, huge, black, cut);
    expect(await sniffMediaType(bytes)).toBe('image/x-canon-cr2');
    const pictures = await draw(bytes);
    expect(pictures).toMatchObject({ width: 60, height: 90 });
    await expectColour(pictures?.large, [10, 20], ORANGE);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['two hundred thousand beginnings of pictures', Buffer.from('ffd8ff'.repeat(200_000), 'hex')],
    ['a beginning at its very end', Buffer.from('ffd8ffe0', 'hex')],
    ['a part that never ends', Buffer.from(`ffd8ff${'e00000'.repeat(50)}`, 'hex')],
  ])('that holds %s has no picture', async (_, part) => {
    expect(await draw(rawOf(1, part))).toBeUndefined();
  });
});

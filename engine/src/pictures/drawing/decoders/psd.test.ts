import sharp from 'sharp';
import { expect, test } from 'vitest';
import { BLUE, draw, expectColour } from '../../../testing/pictures/draw.ts';

const [THUMBNAIL, VERSION_INFO] = [1036, 1057];

/** A document of 60 by 40 pixels in RGB with these resources and, behind them, these bytes of the merged picture. */
function documentOf(resources: readonly (readonly [number, Buffer])[], merged: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.write('8BPS\0\x01', 'latin1');
  head.writeUInt16BE(3, 12);
  head.writeUInt32BE(40, 14);
  head.writeUInt32BE(60, 18);
  head.writeUInt16BE(8, 22);
  head.writeUInt16BE(3, 24);
  const blocks = resources.map(([number, data]) => {
    const block = Buffer.alloc(12);
    block.write('8BIM');
    block.writeUInt16BE(number, 4);
    block.writeUInt32BE(data.length, 8);
    return Buffer.concat([block, data, Buffer.alloc(data.length % 2)]);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.concat(blocks).length);
  return Buffer.concat([head, length, ...blocks, Buffer.alloc(4), merged]);
}

const WHITE = Buffer.concat([Buffer.alloc(2), Buffer.alloc(60 * 40 * 3, 255)]);
/** A version, and a byte that says whether the merged picture is real. */
const NOT_MERGED = Buffer.from('000000010000000000', 'hex');

async function smallPicture(): Promise<Buffer> {
  const create = { width: 30, height: 20, channels: 3, background: '#2060c0' } as const;
  return Buffer.concat([Buffer.alloc(28), await sharp({ create }).jpeg().toBuffer()]);
}

test.each([
  ['not to be one', [[VERSION_INFO, NOT_MERGED]], WHITE],
  ['cut off', [], WHITE.subarray(0, 100)],
  ['missing', [], Buffer.alloc(0)],
  ['compressed in an unknown way', [], Buffer.concat([Buffer.from([0, 9]), Buffer.alloc(100)])],
] as const)(
  'a Photoshop document is drawn from its small picture if the merged one is %s',
  async (_, info, merged) => {
    const pictures = await draw(documentOf([...info, [THUMBNAIL, await smallPicture()]], merged));
    expect(pictures).toMatchObject({ width: 30, height: 20 });
    await expectColour(pictures?.large, [15, 10], BLUE);
  },
);

test('a Photoshop document of layers alone has no picture, not a white one', async () => {
  expect(await draw(documentOf([[VERSION_INFO, NOT_MERGED]], WHITE))).toBeUndefined();
  expect(await draw(documentOf([], Buffer.alloc(0)))).toBeUndefined();
});

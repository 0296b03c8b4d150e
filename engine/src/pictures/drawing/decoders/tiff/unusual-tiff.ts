import sharp from 'sharp';
import type { Picture } from '../../picture.ts';
import { expectPixels, readBounded } from '../bounded-bytes.ts';
import { TAG, TiffDirectory } from './tiff-directory.ts';
import { type TiffPixels, writeTiff } from './write-tiff.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Samples are held several times on the way, so fewer pixels are allowed than elsewhere. */
const MAX_PIXELS = 24_000_000;

const PHOTOMETRICS: Record<number, Pick<TiffPixels, 'photometric' | 'channels'>> = {
  0: { photometric: 'white is zero', channels: 1 },
  1: { photometric: 'black is zero', channels: 1 },
  2: { photometric: 'rgb', channels: 3 },
  5: { photometric: 'cmyk', channels: 4 },
  8: { photometric: 'lab', channels: 3 },
};
const [GREY, RGB, LAB] = [1, 2, 8];
const [TOGETHER, PLANES] = [1, 2];
const BYTE = 8;

/** Decodes samples that libvips misinterprets: greyscale floats and 32-bit integers. */
export async function decodeUnusualSamples(input: string, page: { pages?: number }): Promise<Picture> {
  const { width, height } = await sharp(input).metadata();
  expectPixels(width, height, MAX_PIXELS);
  const { data, channels } = await readSamples(input);
  return { input: data, options: { raw: { width, height, channels } }, ...page };
}

/** Decodes a TIFF that libvips refuses: tiles in separate planes, or Lab of 8 bits. Rejects others. */
export async function decodeRefusedTiff(path: string): Promise<Picture> {
  const bytes = readBounded(path, MAX_BYTES);
  const directory = new TiffDirectory(bytes);
  const [photometric = -1] = directory.numbers(TAG.photometric);
  const [arrangement = TOGETHER] = directory.numbers(TAG.arrangement);
  const isTiled = directory.numbers(TAG.tileOffsets).length > 0;
  if (photometric === LAB && directory.numbers(TAG.bits)[0] === BYTE && !(isTiled && arrangement === PLANES))
    return decodeLab(
      directory.changed(
        new Map([
          [TAG.photometric, [RGB]],
          [TAG.iccProfile, []],
        ]),
      ),
    );
  if (arrangement !== PLANES) throw new Error('The TIFF is of an unknown kind');
  return joinPlanes(directory, PHOTOMETRICS[photometric]);
}

/** Decodes Lab of 8 bits declared as RGB, because libvips reads Lab in 16 bits only. */
export async function decodeLab(asRgb: Buffer): Promise<Picture> {
  const { width, height } = await sharp(asRgb).metadata();
  expectPixels(width, height, MAX_PIXELS);
  const bytes = await sharp(asRgb).removeAlpha().raw().toBuffer();
  const strips = Buffer.alloc(bytes.length * 2);
  for (let at = 0; at < bytes.length; at += 1) {
    const value = bytes[at] ?? 0;
    strips[at * 2] = value;
    // Lightness is scaled to 16 bits; colours are signed parts of 256.
    if (at % 3 === 0) strips[at * 2 + 1] = value;
  }
  const size = { width, height, channels: 3, depth: 16, rowsPerStrip: height };
  const tiff = writeTiff({
    ...size,
    photometric: 'lab',
    compression: 'none',
    arrangement: 'interleaved',
    stripLengths: [strips.length],
    strips,
  });
  return { input: tiff, options: {} };
}

async function joinPlanes(
  directory: TiffDirectory,
  mode: Pick<TiffPixels, 'photometric' | 'channels'> | undefined,
): Promise<Picture> {
  const [samples = 1] = directory.numbers(TAG.samples);
  if (!mode || samples < mode.channels) throw new Error('The planes are of an unknown kind');
  const planes: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  for (let plane = 0; plane < mode.channels; plane += 1) {
    const part = (tag: number) => {
      const values = directory.numbers(tag);
      const each = values.length / samples;
      return [tag, values.slice(plane * each, (plane + 1) * each)] as const;
    };
    const parts = [TAG.stripOffsets, TAG.stripLengths, TAG.tileOffsets, TAG.tileLengths].map(part);
    const tiff = directory.changed(
      new Map<number, readonly number[]>([
        ...parts,
        [TAG.bits, directory.numbers(TAG.bits).slice(0, 1)],
        [TAG.format, directory.numbers(TAG.format).slice(0, 1)],
        [TAG.photometric, [GREY]],
        [TAG.samples, [1]],
        [TAG.arrangement, [TOGETHER]],
        [TAG.extraSamples, []],
        [TAG.iccProfile, []],
      ]),
    );
    const { width, height, depth } = await sharp(tiff).metadata();
    if (depth === 'float' && mode.photometric === 'lab') throw new Error('The planes are of an unknown kind');
    expectPixels(width, height, MAX_PIXELS);
    size = { width, height };
    planes.push((await readSamples(tiff, 1)).data);
  }
  if (!size) throw new Error('The TIFF has no planes');
  const { width, height } = size;
  const tiff = writeTiff({
    ...size,
    channels: mode.channels,
    depth: BYTE,
    photometric: mode.photometric === 'lab' ? 'rgb' : mode.photometric,
    compression: 'none',
    arrangement: 'planes',
    rowsPerStrip: height,
    stripLengths: planes.map(() => width * height),
    strips: Buffer.concat(planes),
  });
  return mode.photometric === 'lab' ? decodeLab(tiff) : { input: tiff, options: {} };
}

/** Converts samples of any depth to bytes, of at most so many channels. Floats are light from 0 to 1. */
async function readSamples(
  input: string | Buffer,
  most = 3,
): Promise<{ data: Buffer; channels: 1 | 2 | 3 | 4 }> {
  const { depth, hasAlpha } = await sharp(input).metadata();
  const picture = hasAlpha ? sharp(input).removeAlpha() : sharp(input);
  const read = depth === 'float' || depth === 'uint' ? picture.raw({ depth }) : picture.raw();
  const { data, info } = await read.toBuffer({ resolveWithObject: true });
  const channels = Math.min(info.channels, most);
  const bytes = Buffer.alloc(info.width * info.height * channels);
  const at = (position: number) => Math.trunc(position / channels) * info.channels + (position % channels);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] =
      depth === 'float'
        ? asByte(data.readFloatLE(at(index) * 4))
        : depth === 'uint'
          ? data.readUInt8(at(index) * 4 + 3)
          : data.readUInt8(at(index));
  return { data: bytes, channels: channels === 1 ? 1 : 3 };
}

function asByte(light: number): number {
  const clamped = Math.min(Math.max(light, 0), 1);
  return Math.round(255 * (clamped <= 0.003_130_8 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055));
}

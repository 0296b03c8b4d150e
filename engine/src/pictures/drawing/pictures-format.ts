import { z } from 'zod';

const MAX_FACTS_BYTES = 1024;
const LENGTH_BYTES = 4;

const size = z.int().min(1).max(1_000_000);
const bytes = z.int().min(1);
const Facts = z.strictObject({
  small: bytes,
  medium: bytes,
  large: bytes,
  width: size,
  height: size,
  tint: z.string().regex(/^#[\da-f]{6}$/),
  pages: z.int().min(1).max(1_000_000).nullable(),
});

/** The longer side of each thumbnail in pixels; a picture that is smaller keeps its size. */
export type ThumbnailPixels = { small: number; medium: number; large: number };

export type Pictures = {
  small: Buffer;
  medium: Buffer;
  large: Buffer;
  /** All pixels as jpeg, where they were asked for and are more than those of the large one; else empty. */
  whole: Buffer;
  /** Pixels of the upright picture that they were drawn from. */
  width: number;
  height: number;
  /** Its mean colour, as #rrggbb. */
  tint: string;
  /** Number of pages of the document that this shows the first page of; null if the format has no pages. */
  pages: number | null;
};

export type Thumbnails = Omit<Pictures, 'whole'>;

/**
 * How the process that draws hands its pictures over: the length of the facts, the facts as JSON, the thumbnails; then,
 * where all pixels are drawn, what `writeWhole` makes of them.
 */
export function writeThumbnails({ small, medium, large, ...facts }: Thumbnails): Buffer {
  const lengths = { small: small.length, medium: medium.length, large: large.length };
  const text = Buffer.from(JSON.stringify({ ...facts, ...lengths }));
  return Buffer.concat([lengthOf(text), text, small, medium, large]);
}

/** All pixels behind the thumbnails, with their length in front, so that it shows where they are cut off. */
export function writeWhole(whole: Buffer): Buffer {
  return Buffer.concat([lengthOf(whole), whole]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
}

/**
 * Throws where the answer is none: a file may have broken the process that draws. Thumbnails count where all pixels,
 * which come behind them, are missing or cut off.
 */
export function readPictures(answer: Buffer): Pictures {
  const length = answer.length < LENGTH_BYTES ? 0 : answer.readUInt32BE();
  if (length === 0 || length > MAX_FACTS_BYTES) throw new Error('What was drawn has no facts');
  let place = LENGTH_BYTES + length;
  const { width, height, tint, pages, ...lengths } = Facts.parse(
    JSON.parse(answer.toString('utf8', LENGTH_BYTES, place)),
  );
  if (place + lengths.small + lengths.medium + lengths.large > answer.length)
    throw new Error('What was drawn is cut off');
  const take = (bytes: number) => answer.subarray(place, (place += bytes));
  const thumbnails = {
    small: take(lengths.small),
    medium: take(lengths.medium),
    large: take(lengths.large),
  };
  return { ...thumbnails, whole: wholeIn(answer.subarray(place)), width, height, tint, pages };
}

function wholeIn(rest: Buffer): Buffer {
  const isWhole = rest.length > LENGTH_BYTES && rest.readUInt32BE() === rest.length - LENGTH_BYTES;
  return isWhole ? rest.subarray(LENGTH_BYTES) : Buffer.alloc(0);
}

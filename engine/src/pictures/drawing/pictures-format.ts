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

/** Longer side of each thumbnail in pixels; a smaller picture keeps its size. */
export type ThumbnailPixels = { small: number; medium: number; large: number };

export type Pictures = {
  small: Buffer;
  medium: Buffer;
  large: Buffer;
  /** All pixels as jpeg, if requested and more than those of the large thumbnail; else empty. */
  whole: Buffer;
  width: number;
  height: number;
  tint: string;
  /** Number of pages of the document; null if the format has no pages. */
  pages: number | null;
};

export type Thumbnails = Omit<Pictures, 'whole'>;

/** Output of the drawing process: length of the facts, the facts as JSON, the thumbnails, then `writeWhole`. */
export function writeThumbnails({ small, medium, large, ...facts }: Thumbnails): Buffer {
  const lengths = { small: small.length, medium: medium.length, large: large.length };
  const text = Buffer.from(JSON.stringify({ ...facts, ...lengths }));
  return Buffer.concat([lengthOf(text), text, small, medium, large]);
}

/** All pixels after their length, which shows whether they are cut off. */
export function writeWhole(whole: Buffer): Buffer {
  return Buffer.concat([lengthOf(whole), whole]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
}

/** Throws for an invalid answer, since a file may have broken the process. Thumbnails count without all pixels. */
export function readPictures(answer: Buffer): Pictures {
  const length = answer.length < LENGTH_BYTES ? 0 : answer.readUInt32BE();
  if (length === 0 || length > MAX_FACTS_BYTES) throw new Error('What was drawn has no facts');
  let offset = LENGTH_BYTES + length;
  const { width, height, tint, pages, ...lengths } = Facts.parse(
    JSON.parse(answer.toString('utf8', LENGTH_BYTES, offset)),
  );
  if (offset + lengths.small + lengths.medium + lengths.large > answer.length)
    throw new Error('What was drawn is cut off');
  const take = (bytes: number) => answer.subarray(offset, (offset += bytes));
  const thumbnails = {
    small: take(lengths.small),
    medium: take(lengths.medium),
    large: take(lengths.large),
  };
  return { ...thumbnails, whole: wholeIn(answer.subarray(offset)), width, height, tint, pages };
}

function wholeIn(rest: Buffer): Buffer {
  const isWhole = rest.length > LENGTH_BYTES && rest.readUInt32BE() === rest.length - LENGTH_BYTES;
  return isWhole ? rest.subarray(LENGTH_BYTES) : Buffer.alloc(0);
}

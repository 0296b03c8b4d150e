import { z } from 'zod';

const MAX_FACTS_BYTES = 1024;
const LENGTH_BYTES = 4;

const size = z.int().min(1).max(1_000_000);
const bytes = z.int().min(1);
const Facts = z.strictObject({
  small: bytes,
  medium: bytes,
  large: bytes,
  whole: z.int().min(0),
  width: size,
  height: size,
  tint: z.string().regex(/^#[\da-f]{6}$/),
  pages: z.int().min(1).max(1_000_000).nullable(),
});

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
  /** How many pages the document has whose first one they show; null for what has no pages. */
  pages: number | null;
};

/** How the process that draws hands its pictures over: the length of the facts, the facts as JSON, the pictures. */
export function writePictures({ small, medium, large, whole, ...facts }: Pictures): Buffer {
  const lengths = {
    small: small.length,
    medium: medium.length,
    large: large.length,
    whole: whole.length,
  };
  const text = Buffer.from(JSON.stringify({ ...facts, ...lengths }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, small, medium, large, whole]);
}

/** Throws where the answer is none: a file may have broken the process that draws. */
export function readPictures(answer: Buffer): Pictures {
  const length = answer.length < LENGTH_BYTES ? 0 : answer.readUInt32BE();
  if (length === 0 || length > MAX_FACTS_BYTES) throw new Error('What was drawn has no facts');
  let place = LENGTH_BYTES + length;
  const { width, height, tint, pages, ...lengths } = Facts.parse(
    JSON.parse(answer.toString('utf8', LENGTH_BYTES, place)),
  );
  if (place + lengths.small + lengths.medium + lengths.large + lengths.whole !== answer.length)
    throw new Error('What was drawn is cut off');
  const take = (bytes: number) => answer.subarray(place, (place += bytes));
  return {
    small: take(lengths.small),
    medium: take(lengths.medium),
    large: take(lengths.large),
    whole: take(lengths.whole),
    width,
    height,
    tint,
    pages,
  };
}

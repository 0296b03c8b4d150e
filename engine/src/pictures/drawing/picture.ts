import type { SharpOptions } from 'sharp';

/** Picture that sharp draws: a path or the bytes of a kind that it reads, or pixels with their size in `options.raw`. */
export type Picture = {
  input: string | Buffer;
  options: SharpOptions;
  /** Number of pages of the document that this is the first page of. */
  pages?: number;
  /** A page with letters: where its picture is white, they are missing. */
  hasText?: boolean;
};

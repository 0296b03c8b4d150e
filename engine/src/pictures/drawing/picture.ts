import type { SharpOptions } from 'sharp';

/** Input of sharp: a path, bytes of a supported type, or pixels with their size in `options.raw`. */
export type Picture = {
  input: string | Buffer;
  options: SharpOptions;
  pages?: number;
  /** True for a page with text: if its picture is white, the letters are missing. */
  hasText?: boolean;
};

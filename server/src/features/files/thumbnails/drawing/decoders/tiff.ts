import sharp, { type SharpOptions } from 'sharp';
import type { Picture } from '../decoders.ts';

/** More pages are not looked at; so many are said to be there. */
const MOST_PAGES = 1000;

/** The first page of a TIFF, and how many pages there are where there are several. */
export async function decodeTiff(input: string, options: SharpOptions): Promise<Picture> {
  const { pages = 1, width, height } = await sharp(input, options).metadata();
  let count = 1;
  // Some programs keep a small picture for lists of files behind the page, which is none.
  for (let page = 1; page < Math.min(pages, MOST_PAGES); page += 1) {
    const next = await sharp(input, { ...options, page }).metadata();
    if (next.width * 2 > width && next.height * 2 > height) count += 1;
  }
  return count > 1 ? { input, options, pages: count } : { input, options };
}

import sharp, { type SharpOptions } from 'sharp';
import type { Picture } from '../../picture.ts';

const MOST_PAGES = 1000;

/** Decodes the first page of a TIFF, and counts the pages if there are several. */
export async function decodeTiff(input: string, options: SharpOptions): Promise<Picture> {
  const first = await sharp(input, options)
    .metadata()
    .catch(() => undefined);
  // The directory may be readable although the pixels are not.
  const corner = { left: 0, top: 0, width: 1, height: 1 };
  const isRead = sharp(input, options)
    .extract(corner)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
  if (!first || !(await isRead)) return (await import('./unusual-tiff.ts')).decodeRefusedTiff(input);
  const { pages = 1, width, height, depth, space } = first;
  let count = 1;
  // Some programs keep a thumbnail behind the page, which does not count as a page.
  for (let page = 1; page < Math.min(pages, MOST_PAGES); page += 1) {
    const next = await sharp(input, { ...options, page }).metadata();
    if (next.width * 2 > width && next.height * 2 > height) count += 1;
  }
  const counted = count > 1 ? { pages: count } : {};
  if (depth === 'uint' || (depth === 'float' && space === 'b-w'))
    return (await import('./unusual-tiff.ts')).decodeUnusualSamples(input, counted);
  return { input, options, ...counted };
}

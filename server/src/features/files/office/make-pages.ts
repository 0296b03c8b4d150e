import type { Context } from '../../../context.ts';
import { withLocalFile } from '../local-file.ts';
import { NO_PREVIEW, storePreview } from '../previews/make-preview.ts';
import type { findStoredFile } from '../queries.ts';
import { updatePreview } from '../preview-queries.ts';
import { mostPagesBytes, mostThumbnailBytes } from '../derived/bounds.ts';
import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';
import { drawThumbnails } from '@vitrin/engine/pictures/thumbnails.ts';
import type { Pictures } from '@vitrin/engine/pictures/drawing/pictures-format.ts';
import { withTemporaryFile } from '@vitrin/engine/pictures/temporary-file.ts';
import { type OfficeFormat } from '@vitrin/engine/pictures/office/office-formats.ts';
import { convertToPdf, MAX_OFFICE_BYTES } from '@vitrin/engine/pictures/office/office-program.ts';

type StoredFile = NonNullable<Awaited<ReturnType<typeof findStoredFile>>>;

/** Makes the pdf shown for an office document, returns pictures of page 1; undefined if it fails. Rejects without a store. */
export async function makePages(
  context: Context,
  file: StoredFile,
  format: OfficeFormat,
): Promise<Pictures | undefined> {
  const hasPages = file.preview_key !== null;
  // Pictures that are away are drawn from pages that are made again.
  if ((hasPages && !file.is_derived_away) || file.size_bytes > MAX_OFFICE_BYTES) return undefined;
  const { db, log } = context;
  const convert = (path: string) =>
    convertToPdf(path, format).catch((error: unknown) => {
      log.info({ err: error, file: file.id }, 'No pages could be made');
      return undefined;
    });
  let isMade = false;
  try {
    const pdf = await withLocalFile(context, file, convert);
    if (!pdf || pdf.length > mostPagesBytes(file.size_bytes)) return undefined;
    const mostBytes = mostThumbnailBytes(file.size_bytes);
    return await withTemporaryFile(pdf, async (path) => {
      if ((await storePreview(context, file, path)) === 'gone') return undefined;
      isMade = true;
      const drawing = { mediaType: PDF, pixels: THUMBNAIL_PIXELS, mostBytes, hasWhole: false };
      return drawThumbnails('pdf', path, drawing, log);
    });
  } finally {
    if (!isMade && !hasPages) await updatePreview(db, file.id, NO_PREVIEW);
  }
}

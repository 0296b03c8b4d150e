import { createHash } from 'node:crypto';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';
import type { Pictures } from '@vitrin/engine/pictures/drawing/pictures-format.ts';
import { drawThumbnails } from '@vitrin/engine/pictures/thumbnails.ts';
import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { ConnectionBrokenError, NotFoundError } from '../../../errors.ts';
import { inDrawingSlot } from '../../pictures/drawing-slots.ts';
import { withLocalFile } from '../local-file.ts';
import type { VisibleFile } from '../service.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The three sizes of a page together have at most this many bytes. */
const MOST_BYTES = 512 * KIB;
/** A process keeps at most this many pages, so 16 MiB. */
const MOST_KEPT = 32;
/** A larger document in a bucket is not copied while a person waits: the viewer reads the parts that it shows. */
const MOST_COPIED_BYTES = 32 * MIB;
/** One page may take this long; by then the viewer has loaded. */
const MILLISECONDS = 30_000;

/** A page that is drawn or waits for it; it is dropped once all requests for it have left. */
type Drawing = { pictures: Promise<Pictures | undefined>; asking: number; left: AbortController };

/** Pages by document and number, those used most recently last. */
const kept = new Map<string, Drawing>();

/** A page as webp, with a strong tag of its bytes. */
type DrawnPage = { bytes: Buffer; etag: string };

/**
 * Draws a page of a pdf or office document, from 1, in the size of a thumbnail (specification 6.17), once for all
 * requests that ask meanwhile, unless all leave before; `atEnd` tells when one leaves. Throws NotFoundError for no
 * such page or a failed drawing, TooManyWaitingError where too many wait.
 */
export async function drawPage(
  context: Context,
  { tenant }: Pick<CurrentUser, 'tenant'>,
  file: VisibleFile,
  { page, size, atEnd }: { page: string; size: string | undefined; atEnd: (leave: () => void) => void },
): Promise<DrawnPage> {
  const document = documentOf(file);
  if (!document || !/^[1-9]\d{0,5}$/.test(page) || Number(page) > (file.pages ?? 0))
    throw new NotFoundError();
  const key = `${document.storage_key} ${page}`;
  const drawing = kept.get(key) ?? begin(tenant, async () => draw(context, document, Number(page)));
  keep(key, drawing);
  drawing.asking += 1;
  atEnd(() => {
    drawing.asking -= 1;
    if (drawing.asking === 0) drawing.left.abort(new ConnectionBrokenError());
  });
  const pictures = await drawing.pictures;
  if (!pictures) throw new NotFoundError();
  const bytes = pictures[size === 'large' || size === 'medium' ? size : 'small'];
  return { bytes, etag: `"g${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"` };
}

type Document = { id: number; storage_key: string; size_bytes: number };

/** Returns the pdf that the viewer shows for a file; undefined when it shows none. */
function documentOf(file: VisibleFile): Document | undefined {
  const { id, storage_key, size_bytes, preview_key, preview_bytes } = file;
  if (file.media_type === PDF) return { id, storage_key, size_bytes };
  const hasPages = file.pages !== null && preview_key !== null && preview_bytes !== null;
  return hasPages ? { id, storage_key: preview_key, size_bytes: preview_bytes } : undefined;
}

function begin(tenant: string, draw: () => Drawing['pictures']): Drawing {
  const left = new AbortController();
  return { pictures: inDrawingSlot(tenant, draw, left.signal), asking: 0, left };
}

async function draw(context: Context, document: Document, page: number): Promise<Pictures | undefined> {
  const isCopied = context.storage.localPath(document.storage_key) === undefined;
  if (isCopied && document.size_bytes > MOST_COPIED_BYTES) return undefined;
  const drawing = {
    mediaType: PDF,
    pixels: THUMBNAIL_PIXELS,
    mostBytes: MOST_BYTES,
    hasWhole: false,
    signal: AbortSignal.timeout(MILLISECONDS),
    page,
  };
  return withLocalFile(context, document, (path) => drawThumbnails('pdf', path, drawing, context.log));
}

/** Keeps a drawing in place of the least recently used one; a failed drawing is tried again on the next request. */
function keep(key: string, drawing: Drawing): void {
  const isNew = !kept.delete(key);
  kept.set(key, drawing);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  if (!isNew) return;
  const forget = () => {
    if (kept.get(key) === drawing) kept.delete(key);
  };
  drawing.pictures.then((pictures) => pictures ?? forget(), forget);
}

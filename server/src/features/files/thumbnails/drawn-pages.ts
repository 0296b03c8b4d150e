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

/** The three sizes of a page have at most so many bytes together. */
const MOST_BYTES = 512 * KIB;
/** Pages that a process keeps, so at most 16 MiB. */
const MOST_KEPT = 32;
/** A person waits: for larger documents the viewer reads parts. */
const MOST_COPIED_BYTES = 32 * MIB;
/** Longest time for one page; the viewer has long loaded by then. */
const MILLISECONDS = 30_000;

/** A page that is drawn or waits for it; once all who ask for it have left, it waits no longer. */
type Drawing = { pictures: Promise<Pictures | undefined>; asking: number; left: AbortController };

/** Pages that are drawn or being drawn, by their document and number; those asked for last stand last. */
const kept = new Map<string, Drawing>();

/** A page as webp, with a strong tag of its bytes. */
type DrawnPage = { bytes: Buffer; etag: string };

/** Once for all who ask (specification 6.17); `atEnd` calls when one leaves. NotFoundError, TooManyWaitingError. */
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

/** The pdf that the viewer shows of a file; undefined where it shows none. */
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

/** Failed drawings are retried when asked for. */
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

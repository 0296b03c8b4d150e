import { createHash } from 'node:crypto';
import { PDF } from '@vitrin/engine/media-types/media-type.ts';
import { thumbnailMaker } from '@vitrin/engine/pictures/kinds.ts';
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

/** The three sizes of a part together have at most this many bytes. */
const MOST_BYTES = 512 * KIB;
/** A process keeps at most this many parts, so 16 MiB. */
const MOST_KEPT = 32;
/** A larger file in a bucket is not copied while a person waits: the viewer reads the parts that it shows. */
const MOST_COPIED_BYTES = 32 * MIB;
/** One part may take this long; by then the viewer has loaded. */
const MILLISECONDS = 30_000;

/** A part that is drawn or waits for it; it is dropped once all requests for it have left. */
type Drawing = { pictures: Promise<Pictures | undefined>; asking: number; left: AbortController };

/** Parts by source and place, those used most recently last. */
const kept = new Map<string, Drawing>();

/** A page or frame as webp, with a strong tag of its bytes. */
type DrawnPart = { bytes: Buffer; etag: string };

/** Parameters that name a part: a page from 1, or a moment in milliseconds. */
type NamedPart = { page?: string | undefined; moment?: string | undefined };

/**
 * Draws a page of a document, or the frame of a film at a moment, in the size of a thumbnail (specification 6.17), once for all
 * requests unless all of them leave (`atEnd`). Throws NotFoundError for a part that the file lacks or that cannot be drawn,
 * TooManyWaitingError.
 */
export async function drawPart(
  context: Context,
  { tenant }: Pick<CurrentUser, 'tenant'>,
  file: VisibleFile,
  { size, atEnd, ...named }: NamedPart & { size: string | undefined; atEnd: (leave: () => void) => void },
): Promise<DrawnPart> {
  const part = partOf(file, named);
  if (!part) throw new NotFoundError();
  const key = `${part.source.storage_key} ${part.page ?? ''} ${part.moment ?? ''}`;
  const drawing = kept.get(key) ?? begin(tenant, async () => draw(context, part));
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

type Source = { id: number; storage_key: string; size_bytes: number };
type Part = {
  maker: 'pdf' | 'video';
  source: Source;
  mediaType: string;
  page?: number;
  moment?: number;
};

/** Returns the named part; undefined if the file lacks it. */
function partOf(file: VisibleFile, { page = '', moment }: NamedPart): Part | undefined {
  const { id, storage_key, size_bytes, preview_key, preview_bytes, media_type } = file;
  const original = { id, storage_key, size_bytes };
  const preview =
    preview_key === null || preview_bytes === null
      ? undefined
      : { id, storage_key: preview_key, size_bytes: preview_bytes };
  if (moment !== undefined) {
    if (thumbnailMaker(media_type) !== 'video' || !/^\d{1,9}$/.test(moment)) return undefined;
    if (Number(moment) > (file.duration_ms ?? 0)) return undefined;
    const mediaType = preview ? 'video/mp4' : media_type;
    return { maker: 'video', source: preview ?? original, mediaType, moment: Number(moment) };
  }
  const source = media_type === PDF ? original : file.pages === null ? undefined : preview;
  if (!source || !/^[1-9]\d{0,5}$/.test(page) || Number(page) > (file.pages ?? 0)) return undefined;
  return { maker: 'pdf', source, mediaType: PDF, page: Number(page) };
}

function begin(tenant: string, draw: () => Drawing['pictures']): Drawing {
  const left = new AbortController();
  return { pictures: inDrawingSlot(tenant, draw, left.signal), asking: 0, left };
}

async function draw(context: Context, { maker, source, ...part }: Part): Promise<Pictures | undefined> {
  const isCopied = context.storage.localPath(source.storage_key) === undefined;
  if (isCopied && source.size_bytes > MOST_COPIED_BYTES) return undefined;
  const drawing = {
    ...part,
    pixels: THUMBNAIL_PIXELS,
    mostBytes: MOST_BYTES,
    hasWhole: false,
    signal: AbortSignal.timeout(MILLISECONDS),
  };
  return withLocalFile(context, source, (path) => drawThumbnails(maker, path, drawing, context.log));
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

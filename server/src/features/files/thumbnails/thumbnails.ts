import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { withLocalFile } from '../local-file.ts';
import { mostThumbnailBytes, mostWholeBytes } from '../derived/bounds.ts';
import { endAway } from '../derived-queries.ts';
import { keepDerived } from '../derived/keep.ts';
import { derivedKey } from '../derived/keys.ts';
import { makePages } from '../office/make-pages.ts';
import { officeFormatOf } from '@vitrin/engine/pictures/office/office-formats.ts';
import { askForPreview } from '../previews/make-preview.ts';
import { findStoredFile } from '../queries.ts';
import { drawThumbnails, drawWave } from '@vitrin/engine/pictures/thumbnails.ts';
import type { Pictures } from '@vitrin/engine/pictures/drawing/pictures-format.ts';
import { type FilmStreams, probeStreams } from '@vitrin/engine/pictures/films/film-streams.ts';
import { measureLength } from '@vitrin/engine/pictures/films/media-length.ts';
import { thumbnailMaker } from '@vitrin/engine/pictures/kinds.ts';
import { drawnTypes } from './thumbnail-kinds.ts';
import { listFilesToRedraw, updateDuration } from '../thumbnail-queries.ts';

type StoredFile = NonNullable<Awaited<ReturnType<typeof findStoredFile>>>;

/** Larger pictures go to the slow lane, since they are first copied from a bucket. */
const MAX_QUICK_BYTES = 32 * 1024 * 1024;

/** A picture may be drawn this long while others wait; an ordinary one takes a tenth. */
const TURN_MILLISECONDS = 4000;

/** Runs the job of a picture's thumbnails; a slow drawing goes on in a job of the slow lane (specification 12.16). */
export async function makeThumbnail(
  context: Context,
  fileId: number,
  over = AbortSignal.timeout(TURN_MILLISECONDS),
): Promise<void> {
  const file = await findStoredFile(context.db, fileId);
  if (!file) return;
  if (!isSlow(file)) {
    const pictures = await drawAndMeasure(context, file, over);
    if (pictures) return storeThumbnails(context, file, pictures);
    if (!over.aborted) return endRedrawing(context, file);
  }
  await enqueue(context, 'make-slow-thumbnail', { file_id: fileId });
}

/** Ends the wait for pictures that could not be made again; the row shows which were kept or found no room. */
async function endRedrawing({ db }: Context, file: StoredFile): Promise<void> {
  if (file.is_derived_away) await endAway(db, file);
}

function isSlow({ media_type, name, size_bytes }: StoredFile): boolean {
  const maker = thumbnailMaker(media_type);
  const isOffice = officeFormatOf(media_type, name) !== undefined;
  return isOffice || maker === 'video' || maker === 'sound' || size_bytes > MAX_QUICK_BYTES;
}

/** Runs the slow job of films, sounds, large pictures and office documents. A failed drawing keeps the icon, no error. */
export async function makeSlowThumbnail(context: Context, fileId: number): Promise<void> {
  const file = await findStoredFile(context.db, fileId);
  if (!file) return;
  const office = officeFormatOf(file.media_type, file.name);
  const pictures = office ? await makePages(context, file, office) : await drawAndMeasure(context, file);
  if (pictures) await storeThumbnails(context, file, pictures);
  await endRedrawing(context, file);
}

async function drawAndMeasure(
  context: Context,
  file: StoredFile,
  signal?: AbortSignal,
): Promise<Pictures | undefined> {
  const { db, log } = context;
  const mediaType = file.media_type;
  const maker = thumbnailMaker(mediaType);
  if (!maker) return undefined;
  return withLocalFile(context, file, async (path) => {
    const isTimed = maker === 'video' || maker === 'sound';
    const milliseconds = isTimed ? await measureLength(path, mediaType, log) : undefined;
    const streams = milliseconds === undefined ? undefined : await streamsOf(context, file, path);
    if (milliseconds !== undefined) await updateDuration(db, file.id, milliseconds);
    if (streams && file.preview_key === null) await askForPreview(context, file, streams);
    const drawing = {
      mediaType,
      pixels: THUMBNAIL_PIXELS,
      mostBytes: mostThumbnailBytes(file.size_bytes),
      hasWhole: !isShownAsImage(mediaType),
      milliseconds,
      picture: streams?.picture,
      signal,
    };
    if (maker !== 'sound') return drawThumbnails(maker, path, drawing, log);
    if (milliseconds !== undefined) await storeWave(context, file, path, milliseconds / 1000);
    return undefined;
  });
}

/** Returns the streams of a film or sound; undefined when it cannot be read. */
async function streamsOf(context: Context, file: StoredFile, path: string): Promise<FilmStreams | undefined> {
  return probeStreams(path, file.media_type).catch((error: unknown) => {
    context.log.info({ err: error, file: file.id }, 'It cannot be said what is in a film');
    return undefined;
  });
}

/** Stores the wave of a sound in place of a full-size picture; a sound has no thumbnails. */
async function storeWave(context: Context, file: StoredFile, path: string, seconds: number): Promise<void> {
  const drawing = {
    mediaType: file.media_type,
    pixels: THUMBNAIL_PIXELS,
    mostBytes: mostThumbnailBytes(0),
    hasWhole: false,
  };
  const wave = await drawWave(path, drawing, seconds).catch((error: unknown) => {
    context.log.info({ err: error, file: file.id }, 'No wave could be drawn');
    return undefined;
  });
  if (!wave) return;
  const key = derivedKey(file, 'whole');
  await context.storage.write(key, once(wave));
  await keepDerived(context, file, { whole_key: key, whole_bytes: wave.length });
}

async function storeThumbnails(context: Context, file: StoredFile, pictures: Pictures): Promise<void> {
  const { storage } = context;
  const { length: wholeBytes } = pictures.whole;
  const hasWhole = wholeBytes > 0 && wholeBytes <= mostWholeBytes(file.size_bytes);
  const thumbnails = {
    thumbnail_key: derivedKey(file, 'small'),
    thumbnail_bytes: pictures.small.length,
    thumbnail_medium_key: derivedKey(file, 'medium'),
    thumbnail_medium_bytes: pictures.medium.length,
    thumbnail_large_key: derivedKey(file, 'large'),
    thumbnail_large_bytes: pictures.large.length,
    whole_key: hasWhole ? derivedKey(file, 'whole') : null,
    whole_bytes: hasWhole ? pictures.whole.length : null,
    width: pictures.width,
    height: pictures.height,
    tint: pictures.tint,
    pages: pictures.pages,
  };
  await storage.write(thumbnails.thumbnail_key, once(pictures.small));
  await storage.write(thumbnails.thumbnail_medium_key, once(pictures.medium));
  await storage.write(thumbnails.thumbnail_large_key, once(pictures.large));
  if (thumbnails.whole_key !== null) await storage.write(thumbnails.whole_key, once(pictures.whole));
  await keepDerived(context, file, thumbnails);
}

/** One job starts this many drawings, so that new uploads do not wait behind all old files. */
const REDRAWN_AT_ONCE = 20;

/** Runs the job that redraws the pictures of earlier releases, from the file after an id on. */
export async function redrawThumbnails(context: Context, after: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const files = await listFilesToRedraw(tx.db, drawnTypes(), { after, limit: REDRAWN_AT_ONCE });
    for (const { id } of files) await enqueue(tx, 'make-thumbnail', { file_id: id });
    const last = files.at(-1);
    if (last) await enqueue(tx, 'redraw-thumbnails', { after: last.id });
  });
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}

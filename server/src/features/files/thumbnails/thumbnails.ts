import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copiesOf } from '../../../bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import { NotFoundError } from '../../../errors.ts';
import { findStoredFile, type Thumbnails, updateThumbnails } from '../queries.ts';
import { openObject } from '../service.ts';
import { thumbnailMaker } from './thumbnail-kinds.ts';

/** Files in a bucket are copied to disk first, up to this size (specification 6.8). */
const MAX_COPIED_BYTES = 512 * 1024 * 1024;

type StoredFile = NonNullable<Awaited<ReturnType<typeof findStoredFile>>>;

/** Job: makes both thumbnails of a file. A file that cannot be drawn keeps its icon, which is no failure of the job. */
export async function makeThumbnail(context: Context, fileId: number): Promise<void> {
  const { db, storage, log } = context;
  const file = await findStoredFile(db, fileId);
  const maker = file && thumbnailMaker(file.media_type);
  if (!maker) return;
  // The image library takes much memory, so it is loaded with the first picture.
  const { drawThumbnails } = await import('./thumbnail-drawing.ts');
  const pictures = await withLocalFile(context, file, (path) =>
    drawThumbnails(maker, path, file.media_type, log),
  );
  if (!pictures) return;
  const thumbnails: Thumbnails = {
    thumbnail_key: keyFor(file, 'small'),
    thumbnail_bytes: pictures.small.length,
    thumbnail_large_key: keyFor(file, 'large'),
    thumbnail_large_bytes: pictures.large.length,
  };
  await storage.write(thumbnails.thumbnail_key, once(pictures.small));
  await storage.write(thumbnails.thumbnail_large_key, once(pictures.large));
  if (await updateThumbnails(db, file.id, thumbnails)) return;
  await storage.delete([thumbnails.thumbnail_key, thumbnails.thumbnail_large_key]);
}

/** Storage key of a thumbnail: the same at every attempt, so that a failed one leaves no extra object. */
function keyFor({ storage_key }: StoredFile, size: 'small' | 'large'): string {
  return createHash('sha256').update(`${storage_key} ${size}`).digest('hex');
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes;
}

async function withLocalFile<T>(
  context: Context,
  file: StoredFile,
  use: (path: string) => Promise<T>,
): Promise<T | undefined> {
  const path = context.storage.localPath(file.storage_key);
  if (path !== undefined) return use(path);
  if (file.size_bytes > MAX_COPIED_BYTES) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-thumbnail-'));
  try {
    const copy = join(folder, 'file');
    const body = await openObject(context, file.id, file.storage_key, { start: 0, end: file.size_bytes - 1 });
    await writeFile(copy, Buffer.isBuffer(body) ? body : copiesOf(body));
    return await use(copy);
  } catch (error) {
    // openObject has logged the alarm.
    if (error instanceof NotFoundError) return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

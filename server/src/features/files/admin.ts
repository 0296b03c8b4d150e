import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StoredObject } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobPayloads } from '../../jobs/kinds.ts';
import { listDeletionPayloads, listNamedKeys } from './queries.ts';

/** A picture is stored before its row names it, so objects younger than this are not reported. */
const NEW_MILLISECONDS = 3600 * 1000;

/**
 * Lists objects that no row names: those of another installation, or newer than a restored database. Only a person
 * deletes them (specification 9.7). Rows are read before the store, so that a deletion meanwhile does not show.
 */
export async function* listOrphanedObjects({
  db,
  storage,
  now,
}: Pick<Context, 'db' | 'storage' | 'now'>): AsyncGenerator<StoredObject, void> {
  const before = now().getTime() - NEW_MILLISECONDS;
  const doomed = (await listDeletionPayloads(db)).flatMap(
    (payload) => (JSON.parse(payload) as JobPayloads['delete-objects']).keys,
  );
  const named = new Set([...(await listNamedKeys(db)), ...doomed]);
  for await (const object of storage.list()) {
    if (object.modified.getTime() < before && !named.has(uploadKeyOf(object.key))) yield object;
  }
}

/** Returns the key of an upload; a bucket stores one under way under its key with `.info` and `.part`. */
function uploadKeyOf(key: string): string {
  return key.replace(/\.(info|part)$/, '');
}

export async function findPrograms(
  names: readonly string[],
  folders: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of names)
    for (const folder of folders) {
      const path = join(folder, name);
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isThere && !found.has(name)) found.set(name, path);
    }
  return found;
}

/** Starts jobs that make the pictures and previews that files lack, for use after programs were installed. */
export async function redrawAll(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await enqueue(context, 'redraw-thumbnails', { after: 0 });
}

/** Returns true if the FFmpeg of the product is installed, which is an optional package (docs/decisions/0178). */
export function isFfmpegPackaged(): boolean {
  try {
    createRequire(import.meta.url).resolve('@ffmpeg/core/wasm');
    return true;
  } catch {
    return false;
  }
}

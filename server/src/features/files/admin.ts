import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StoredObject } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobPayloads } from '../../jobs/kinds.ts';
import { listDeletionPayloads, listNamedKeys } from './queries.ts';

/** The bytes of a picture are stored before its row names them, so objects younger than this are not reported. */
const NEW_MILLISECONDS = 3600 * 1000;

/** Rows are read before the store: a deletion meanwhile is no report. Only a person deletes (specification 9.7). */
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

/** In a bucket two objects belong to an upload under way: its key with the endings `.info` and `.part`. */
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

/** Has everything made of files that they lack, as after the installation of programs for it. */
export async function redrawAll(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await enqueue(context, 'redraw-thumbnails', { after: 0 });
}

/** True if the FFmpeg that comes with the product (docs/decisions/0178) is installed: it is an optional package. */
export function isFfmpegPackaged(): boolean {
  try {
    createRequire(import.meta.url).resolve('@ffmpeg/core/wasm');
    return true;
  } catch {
    return false;
  }
}

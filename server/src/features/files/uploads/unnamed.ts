import type { StoredObject } from '../../../adapters/storage/storage.ts';
import type { Context } from '../../../context.ts';
import type { JobPayloads } from '../../../jobs/kinds.ts';
import { listDeletionPayloads, listNamedKeys } from '../queries.ts';

/** A picture is stored before its row names it, so what is new is no news. */
const NEW_MILLISECONDS = 3600 * 1000;

/**
 * Objects in the store that no row names: another installation's, or newer than a restored database. They are never
 * deleted by themselves (specification 9.7). The rows are read first: what goes or comes meanwhile is not reported.
 */
export async function* listUnnamedObjects({
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

/** On object storage what belongs to an upload under way lies beside it, under its key and an ending. */
function uploadKeyOf(key: string): string {
  return key.replace(/\.(info|part)$/, '');
}

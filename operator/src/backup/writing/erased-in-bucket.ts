import { type Erased, ERASED_LIST, listWith } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { bufferOf, bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { FileStore } from '../copies/file-stores.ts';

/**
 * Adds accounts to the list beside the snapshots in a bucket, and resolves to what it says then; undefined where there is
 * none. It stands there as it is, as in a folder: ids and times, nothing else.
 */
export async function addErased(store: FileStore, accounts: readonly Erased[]): Promise<Buffer | undefined> {
  const before = (await store.has(ERASED_LIST)) ? await bufferOf(store.read(ERASED_LIST)) : undefined;
  const text = listWith(before?.toString() ?? '', accounts);
  if (text === undefined) return before;
  const after = Buffer.from(text);
  await store.write({ path: ERASED_LIST, source: bytesOf(after), check: () => ERASED_LIST });
  return after;
}

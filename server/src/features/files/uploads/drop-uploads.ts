import type { Context } from '../../../context.ts';
import { forgetObserver } from './byte-observer.ts';
import { deleteUpload } from './upload-queries.ts';

/** With the upload locked. Bytes first: if the store is away, the reservation still names them. */
export async function dropUpload({ db, storage }: Context, id: string, storageKey: string): Promise<void> {
  forgetObserver(id);
  await storage.abort(storageKey);
  await deleteUpload(db, id);
}

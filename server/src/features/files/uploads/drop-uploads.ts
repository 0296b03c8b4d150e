import type { Context } from '../../../context.ts';
import { forgetObserver } from './byte-observer.ts';
import { deleteUpload } from './upload-queries.ts';

/** Needs the upload locked. Bytes go first: if the store is away, the reservation still names them. */
export async function dropUpload({ db, storage }: Context, id: string, storageKey: string): Promise<void> {
  forgetObserver(id);
  await storage.abort(storageKey);
  await deleteUpload(db, id);
}

import type { Context } from '../../../context.ts';
import { alone } from './upload-holds.ts';
import { forgetTap } from './byte-tap.ts';
import { deleteUpload, findOpenUpload } from './upload-queries.ts';

/** Ends uploads whose version has gone: whoever still sends is cut off, then the bytes go, then the reservation. */
export async function dropUploads(context: Context, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await alone(
      context,
      id,
      () => {},
      async () => {
        const upload = await findOpenUpload(context.db, id);
        if (upload) await dropUpload(context, id, upload.storage_key);
      },
    );
  }
}

/** Call it alone on the upload. Bytes go first: should the store be away, the reservation still names them. */
export async function dropUpload({ db, storage }: Context, id: string, storageKey: string): Promise<void> {
  forgetTap(id);
  await storage.abort(storageKey);
  await deleteUpload(db, id);
}

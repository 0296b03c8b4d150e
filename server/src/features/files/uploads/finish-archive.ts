import type { Context } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';

type WholeArchive = { id: string; length: number; storageKey: string; isImport: boolean };

/** Repeatable. The import ends its reservation. */
export async function finishArchive(context: Context, upload: WholeArchive): Promise<void> {
  if (upload.isImport) return;
  await context.storage.complete(upload.storageKey, upload.length);
  await enqueue(context, 'check-import', { import_id: upload.id });
}

import type { Context } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';

type WholeArchive = { id: string; length: number; storageKey: string; isImport: boolean };

/** Joins the pieces of an archive and has it checked; may repeat after a crash. The import ends the reservation. */
export async function finishArchive(context: Context, upload: WholeArchive): Promise<void> {
  if (upload.isImport) return;
  await context.storage.complete(upload.storageKey, upload.length);
  await enqueue(context, 'check-import', { import_id: upload.id });
}

import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { AppError } from '../../../errors.ts';
import { enqueueObjectDeletion } from '../../../jobs/enqueue.ts';
import { deleteArchiveUpload, deleteTraces, updateImport } from './import-queries.ts';

/** Ends an import with the sentence that says why, and deletes its archive and whatever was copied from it. */
export async function refuse(
  context: Context,
  id: string,
  { detail }: Pick<AppError, 'detail'>,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const values = { state: 'refused' as const, problem: JSON.stringify(detail), ended_at: timestampOf(tx) };
    if (await updateImport(tx.db, id, ['checking', 'ready', 'bringing'], values)) await endUpload(tx, id);
  });
}

/** Deletes an import's archive with its reservation, and what was copied from it and became nothing. */
export async function endUpload(tx: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  const keys = await deleteTraces(tx.db, id);
  const archive = await deleteArchiveUpload(tx.db, id);
  await enqueueObjectDeletion(tx, archive === undefined ? keys : [...keys, archive]);
}

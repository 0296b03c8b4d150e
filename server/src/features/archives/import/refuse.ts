import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { isUniqueViolation } from '../../../database/errors.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError, ValidationError } from '../../../errors.ts';
import { enqueueObjectDeletion } from '../../../jobs/enqueue.ts';
import { ArchiveError } from './archive-error.ts';
import { deleteTraces } from './entry-queries.ts';
import { deleteArchiveUpload, updateImport } from './import-queries.ts';

/**
 * The refusal that an error means for an import, an ArchiveError where the archive itself is at fault: so is what a form
 * or the database refuses. Throws every other error again, since another attempt may succeed.
 */
export function refusalOf(error: unknown): AppError {
  if (error instanceof ValidationError || isUniqueViolation(error))
    return new ArchiveError('imports.bad_records');
  if (!(error instanceof AppError) || error.statusCode >= 500) throw error;
  return error;
}

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

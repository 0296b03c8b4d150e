import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { isUniqueViolation } from '@vitrin/engine/sql/errors.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError, GoneError, ValidationError } from '../../../errors.ts';
import { enqueue, enqueueObjectDeletion } from '../../../jobs/enqueue.ts';
import type { Database } from '../../../database/connect.ts';
import type { ImportsTable } from '../../../database/tables/imports.ts';
import { ArchiveError } from './archive-error.ts';
import { deleteMarks, deleteSomeEntries } from './entry-queries.ts';
import { deleteDiscarded } from './forget-queries.ts';
import { deleteArchiveUpload, updateImport } from './import-queries.ts';

/** Returns the refusal if the archive, a form or the database is at fault; throws others, as a retry may succeed. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof ValidationError || isUniqueViolation(error))
    return new ArchiveError('imports.bad_records');
  if (!(error instanceof AppError) || error.statusCode >= 500) throw error;
  return error;
}

/** Locks an import in its state until the transaction ends; throws GoneError when it is gone or in another one. */
export async function requireImport(db: Database, id: string, state: ImportsTable['state']): Promise<void> {
  if (!(await updateImport(db, id, [state], { state }))) throw new GoneError('files.upload_expired');
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

/** Deletes the archive and its reservation; a job deletes copied objects that became nothing. */
export async function endUpload(tx: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  const archive = await deleteArchiveUpload(tx.db, id);
  if (archive !== undefined) await enqueueObjectDeletion(tx, [archive]);
  await enqueue(tx, 'clear-import', { import_id: id });
}

/** Runs the job that deletes entries and unused copies by pages, then the marks, and a discarded import itself. */
export async function clearImport(context: Context, id: string, signal?: AbortSignal): Promise<void> {
  const clearPage = () =>
    inTransaction(context, async (tx) => {
      const keys = await deleteSomeEntries(tx.db, id);
      await enqueueObjectDeletion(
        tx,
        (keys ?? []).filter((key) => key !== null),
      );
      return keys !== undefined;
    });
  while (await clearPage()) {
    signal?.throwIfAborted();
    await nextTurn();
  }
  await deleteMarks(context.db, id);
  await deleteDiscarded(context.db, id);
}

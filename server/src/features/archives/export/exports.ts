import { randomUUID } from 'node:crypto';
import type { ArchiveExport } from '@vitrin/shared/contract/archives.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import { enqueue, enqueueObjectDeletion } from '../../../jobs/enqueue.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import {
  deleteExport,
  type ExportRow,
  findExportOf,
  insertExport,
  listExpiredExports,
} from './export-queries.ts';
import type { ReadyExport } from './read-archive.ts';

/** Long enough for 10 GB over a slow line: at 1 Mbit/s they take 24 hours. */
const LIFETIME_SECONDS = 48 * 3600;
/** An archive that is not made by then will not be: its job was given up. */
const MAKING_SECONDS = 3600;
const LIMIT = { amount: 6, seconds: 3600 };
const EXPIRED_AT_ONCE = 50;

/** Returns the archive, ready or not; null also when it was not made in time and may be begun anew. */
export async function getExport(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
): Promise<ArchiveExport | null> {
  const row = await findExportOf(context.db, user.id);
  return row && (row.state !== 'making' || isBeingMade(context, row)) ? toExport(row) : null;
}

function isBeingMade(context: Pick<Context, 'now'>, { state, created_at }: ExportRow): boolean {
  return state === 'making' && created_at > timestampIn(context, -MAKING_SECONDS);
}

/**
 * Starts an archive of this moment. ConflictError while one is made, RateLimitedError after six an hour: each keeps
 * deleted objects as long as it lives.
 */
export async function beginExport(context: Context, user: CurrentUser): Promise<ArchiveExport> {
  await limitRate(context, `export:${user.id}`, LIMIT);
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    const before = await findExportOf(tx.db, user.id);
    if (before && isBeingMade(tx, before)) throw new ConflictError('exports.being_made');
    if (before) await remove(tx, before.id);
    const id = randomUUID();
    await insertExport(tx.db, {
      id,
      owner_id: user.id,
      state: 'making',
      object_key: newStorageKey(),
      created_at: timestampOf(tx),
      expires_at: timestampIn(tx, LIFETIME_SECONDS),
    });
    await enqueue(tx, 'make-export', { export_id: id });
    const row = await findExportOf(tx.db, user.id);
    if (!row) throw new NotFoundError();
    return toExport(row);
  });
}

export async function dropExport(context: Context, user: CurrentUser): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await removeExportOf(tx, user.id);
  });
}

/** Deletes a freelancer's archive, of which there may be none. Call it with the user locked. */
export async function removeExportOf(tx: Pick<Context, 'db' | 'now'>, ownerId: number): Promise<void> {
  const row = await findExportOf(tx.db, ownerId);
  if (row) await remove(tx, row.id);
}

/** The archive to send. Throws NotFoundError where there is none, ConflictError while it is being made. */
export async function getArchive(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
): Promise<ReadyExport & { name: string }> {
  const row = await findExportOf(context.db, user.id);
  if (!row || row.state === 'failed' || row.expires_at <= timestampOf(context)) throw new NotFoundError();
  const { id, size_bytes, directory_at, entries, made_at } = row;
  if (size_bytes === null || directory_at === null || entries === null || made_at === null)
    throw new ConflictError('exports.being_made', { retryAfterSeconds: 2 });
  return { id, size_bytes, directory_at, entries, name: `vitrin ${made_at.slice(0, 10)}.zip` };
}

export async function sweepExports(context: Context): Promise<void> {
  for (const { id } of await listExpiredExports(context.db, timestampOf(context), EXPIRED_AT_ONCE))
    await inTransaction(context, (tx) => remove(tx, id));
}

async function remove(tx: Pick<Context, 'db' | 'now'>, id: string): Promise<void> {
  const key = await deleteExport(tx.db, id);
  if (key !== undefined) await enqueueObjectDeletion(tx, [key]);
}

function toExport(row: ExportRow): ArchiveExport {
  const { state, size_bytes, projects, files, missing, made_at, expires_at } = row;
  return { state, size_bytes, projects, files, missing, made_at, expires_at };
}

import type { ImportedReceipts } from '@vitrin/shared/contract/archives.ts';
import { type ByteRange, MissingObjectError, type ObjectBody } from '@vitrin/engine/storage/storage.ts';
import type { BlockHolder } from '@vitrin/engine/bytes/block-pool.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { NotFoundError } from '../../../errors.ts';
import { requireVisibleProject } from '../../projects/access.ts';
import { findReceipt, listReceipts } from './receipt-queries.ts';

/** Returns receipts signed elsewhere before the import; throws NotFoundError for all but the freelancer. */
export async function getImportedReceipts(
  context: Pick<Context, 'db'>,
  user: CurrentUser,
  projectId: number,
): Promise<ImportedReceipts> {
  await requireFreelancerOf(context, user, projectId);
  const rows = await listReceipts(context.db, projectId);
  return { results: rows.map(({ size_bytes: size, ...row }) => ({ ...row, size })) };
}

/** Returns one of these receipts; throws NotFoundError as getImportedReceipts. */
export async function getImportedReceipt(
  context: Pick<Context, 'db'>,
  user: CurrentUser,
  projectId: number,
  number: number,
): Promise<StoredReceipt> {
  await requireFreelancerOf(context, user, projectId);
  const row = await findReceipt(context.db, projectId, number);
  if (!row) throw new NotFoundError();
  return row;
}

type StoredReceipt = { storage_key: string; size_bytes: number; sha256: string };

/** The bytes of a receipt. Missing ones are logged as an alarm, and a NotFoundError for the reader. */
export async function openImportedReceipt(
  { storage, log }: Context,
  { storage_key: key }: StoredReceipt,
  range: ByteRange,
  holder: BlockHolder,
): Promise<ObjectBody> {
  try {
    return await storage.read(key, range, holder);
  } catch (error) {
    if (!(error instanceof MissingObjectError)) throw error;
    log.error({ alarm: 'missing-object', key }, 'The bytes of a receipt are missing from the store');
    throw new NotFoundError('files.bytes_missing');
  }
}

/** Receipts say what clients did, so a client does not know of them. */
async function requireFreelancerOf(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  projectId: number,
): Promise<void> {
  const project = await requireVisibleProject(db, user, projectId);
  if (project.owner_id !== user.id) throw new NotFoundError();
}

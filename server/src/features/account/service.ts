import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import { lockProject, lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue, enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import type { JobPayloads } from '../../jobs/kinds.ts';
import { listReceiptKeys } from '../archives/rows.ts';
import { eraseArchives, forgetCustomer } from '../archives/service.ts';
import { beginErasure, findDueErasure, forgetSought, type Leaving } from '../auth/erasure/begin-erasure.ts';
import { endPurchasesOf, isMoneyUnderWay, keepOnlyAmounts } from '../checkout/payments/kept-payments.ts';
import { dropUploads } from '../files/service.ts';
import { removeProject, unassignCustomer } from '../projects/service.ts';
import { deleteUser } from '../users/service.ts';
import { loadErasedList } from './erased-list.ts';
import {
  deleteFace,
  deleteSome,
  deleteSomeFiles,
  deleteSomePictures,
  deleteSomeUploads,
  findNextProject,
  insertErased,
  isRemoved,
  isThere,
  listBack,
  listAlong,
  listOpenUploadsOf,
  type Rows,
} from './erase-queries.ts';
import { leaveNothing } from './leave-nothing.ts';
import { forgetMentions } from './mentions.ts';
import { OF_ACCOUNT, OF_FREELANCER, OF_PERSON, OF_PROJECT, TEXTS_OF_PROJECT } from './pieces.ts';

/** Refunds under way are asked after so often, and so long before the deletion of their payer goes on without them. */
const MONEY_PAUSE_SECONDS = 10 * 60;
const MONEY_WAITS_SECONDS = 3 * 24 * 3600;

/**
 * Job: deletes an account at its time (specification 3.16), piece by piece: each is a short transaction, and after a
 * kill the remaining rows show the rest of the work. Money comes last; while some is on its way back, the
 * account's row, which by then has no name, waits for it.
 */
export async function eraseDue(
  context: Context,
  { erasure_id }: JobPayloads['erase-account'],
  signal: AbortSignal,
): Promise<void> {
  const erasure = await findDueErasure(context, erasure_id);
  if (!erasure) return;
  const leaving = await eraseContents(context, erasure.user_id, signal);
  await forgetSought(context.db, leaving);
  if (!(await endPayments(context, leaving, erasure.due_at))) {
    await enqueue(context, 'erase-account', { erasure_id }, MONEY_PAUSE_SECONDS);
    return;
  }
  await finish(context, erasure.user_id);
  await leaveNothing(context);
}

/** Deletes again the accounts that a restored backup contains, before any request is served; gateways follow in a job. */
export async function eraseAgain(context: Context): Promise<void> {
  await loadErasedList(context);
  // Customers go with their freelancer, who comes before them.
  for (const userId of await listBack(context.db)) {
    if (!(await isThere(context.db, userId))) continue;
    const { erasureId } = await eraseContents(context, userId);
    context.log.info({ user: userId }, 'An account from a restored backup is deleted again');
    await enqueue(context, 'erase-account', { erasure_id: erasureId });
  }
  await leaveNothing(context);
}

/**
 * Deletes everything of an account but its payments and its row, which from the first transaction on has no name and
 * allows no login; and a freelancer's customers, or a customer's people, completely. Their names are kept until the end, so that
 * mails are searched twice and not for each.
 */
async function eraseContents(context: Context, userId: number, signal?: AbortSignal): Promise<Leaving> {
  const leaving = await beginErasure(context, userId);
  const along = await beginAlong(context, leaving);
  await forgetMentions(context, [leaving, ...along]);
  for (const { id } of along) await erasePerson(context, id, signal);
  if (leaving.isFreelancer) await eraseOwned(context, userId, signal);
  await erasePerson(context, userId, signal);
  // Mails are searched again, because one that was being sent meanwhile may have been written since.
  await forgetMentions(context, [leaving, ...along]);
  for (const { id } of along) await finish(context, id);
  return leaving;
}

async function beginAlong(context: Context, { id: userId, isFreelancer }: Leaving): Promise<Leaving[]> {
  const along: Leaving[] = [];
  for (const id of await listAlong(context.db, userId, isFreelancer ? 'owner_id' : 'client_id'))
    along.push(await beginErasure(context, id));
  return along;
}

async function erasePerson(context: Context, id: number, signal?: AbortSignal): Promise<void> {
  await unassignCustomer(context, id);
  await forgetCustomer(context, id);
  await erasePieces(context, id, OF_PERSON, signal);
}

/** Job: deletes the account of a person who was removed; the name and what was received stay. */
export async function forgetPerson(
  context: Context,
  { user_id }: JobPayloads['forget-person'],
  signal: AbortSignal,
): Promise<void> {
  if (await isRemoved(context.db, user_id)) await erasePieces(context, user_id, OF_ACCOUNT, signal);
}

async function eraseOwned(context: Context, ownerId: number, signal?: AbortSignal): Promise<void> {
  await eraseArchives(context, ownerId);
  for (let ids; (ids = await listOpenUploadsOf(context.db, ownerId)).length > 0;) {
    signal?.throwIfAborted();
    await dropUploads(context, ids);
  }
  for (let id; (id = await findNextProject(context.db, ownerId)) !== undefined;)
    await eraseProject(context, id, signal);
  await eraseObjects(context, (tx) => deleteSomeUploads(tx.db, ownerId), signal);
  await eraseObjects(context, (tx) => deleteSomePictures(tx.db, 'owner_id', ownerId), signal);
  await eraseObjects(context, (tx) => deleteFace(tx.db, ownerId), signal);
  await erasePieces(context, ownerId, OF_FREELANCER, signal);
}

async function eraseProject(context: Context, projectId: number, signal?: AbortSignal): Promise<void> {
  const deletePictures = (tx: Context) => deleteSomePictures(tx.db, 'project_id', projectId);
  const deleteFiles = (tx: Context) => deleteSomeFiles(tx.db, projectId);
  await erasePieces(context, projectId, OF_PROJECT, signal);
  await eraseObjects(context, deletePictures, signal);
  await eraseObjects(context, deleteFiles, signal);
  await erasePieces(context, projectId, TEXTS_OF_PROJECT, signal);
  await inTransaction(context, async (tx) => {
    await lockProject(tx.db, projectId);
    // These are rows that a running request has added since.
    const receipts = await listReceiptKeys(tx.db, projectId);
    const keys = [...(await deleteFiles(tx)), ...(await deletePictures(tx)), ...receipts];
    await enqueueObjectDeletion(tx, keys);
    await removeProject(tx, projectId);
  });
}

async function erasePieces(
  context: Context,
  id: number,
  pieces: readonly Rows[],
  signal?: AbortSignal,
): Promise<void> {
  for (const rows of pieces)
    while (await inTransaction(context, (tx) => deleteSome(tx.db, rows, id))) {
      signal?.throwIfAborted();
      await nextTurn();
    }
}

/** Deletes rows some at a time, and with each transaction has a job delete the objects that they named. */
async function eraseObjects(
  context: Context,
  deleteRows: (tx: Context) => Promise<string[]>,
  signal?: AbortSignal,
): Promise<void> {
  const eraseSome = () =>
    inTransaction(context, async (tx) => {
      const keys = await deleteRows(tx);
      await enqueueObjectDeletion(tx, keys);
      return keys.length > 0;
    });
  while (await eraseSome()) {
    signal?.throwIfAborted();
    await nextTurn();
  }
}

/** Ends payments; false while a refund is under way, which after three days is left to the installation's owner. */
async function endPayments(context: Context, { id, payer }: Leaving, dueAt: string): Promise<boolean> {
  const isPatient = dueAt > timestampIn(context, -MONEY_WAITS_SECONDS);
  try {
    await endPurchasesOf(context, id);
    if (isPatient && (await isMoneyUnderWay(context, id))) return false;
  } catch (error) {
    if (isPatient) throw error;
    context.log.error({ err: error, user: id }, 'The purchases of a deleted account could not be ended');
  }
  await keepOnlyAmounts(context, id, payer);
  return true;
}

async function finish(context: Context, userId: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    await insertErased(tx.db, [{ user_id: userId, erased_at: timestampOf(tx) }]);
    await deleteUser(tx.db, userId);
  });
  context.log.info({ user: userId }, 'Account deleted');
}

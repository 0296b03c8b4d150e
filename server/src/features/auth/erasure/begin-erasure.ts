import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { withdrawNames } from '../../users/service.ts';
import { type AccountRow, deleteAddress, findAccount, listAddresses } from '../queries.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import { deleteFactorsOf } from '../factors/factor-queries.ts';
import { deleteFeedOf } from '../feeds/feed-queries.ts';
import { deleteTokensOf } from '../tokens/token-queries.ts';
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts';
import { deleteReclaimsOf } from '../security/reclaim-queries.ts';
import { deleteSocialAccountsOf } from '../social/social-queries.ts';
import {
  type ErasureRow,
  findErasure,
  findErasureOf,
  insertErasure,
  updateErasure,
} from './erasure-queries.ts';

/** Names that are searched after the account has lost them, until the deletion ends. `payer` is random. */
type Remembered = { emails: string[]; names: string[]; payer: string };

/** Account under deletion. `knownTo` are the addresses of a customer's freelancer. */
export type Leaving = Remembered & {
  id: number;
  erasureId: number;
  isFreelancer: boolean;
  knownTo: string[];
};

/** Returns the deletion if its time has come; undefined when it was cancelled or is over. */
export async function findDueErasure(
  context: Pick<Context, 'db' | 'now'>,
  id: number,
): Promise<ErasureRow | undefined> {
  const erasure = await findErasure(context.db, id);
  return erasure && erasure.due_at <= timestampOf(context) ? erasure : undefined;
}

/** Removes names, addresses and every way to sign in, in one transaction; repeatable. Throws if there is no such account. */
export async function beginErasure(context: Pick<Context, 'db' | 'now'>, userId: number): Promise<Leaving> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    const account = await findAccount(tx.db, userId);
    if (!account) throw new Error(`There is no account ${userId} to delete`);
    const now = timestampOf(tx);
    const erasure =
      (await findErasureOf(tx.db, userId)) ??
      (await insertErasure(tx.db, { user_id: userId, asked_at: now, due_at: now }));
    const remembered =
      erasure.remembered === null
        ? await withdraw(tx, account, erasure)
        : (JSON.parse(erasure.remembered) as Remembered);
    const owner = account.owner_id === null ? [] : await listAddresses(tx.db, account.owner_id);
    const knownTo = owner.map(({ email }) => email);
    return {
      ...remembered,
      id: userId,
      erasureId: erasure.id,
      isFreelancer: account.user_type === 'freelancer',
      knownTo,
    };
  });
}

export async function forgetSought(db: Database, { erasureId, payer }: Leaving): Promise<void> {
  const left: Remembered = { emails: [], names: [], payer };
  await updateErasure(db, erasureId, { remembered: JSON.stringify(left) });
}

/** Finds the account of a deletion; undefined when it was cancelled or has begun. */
export async function findLeaving(db: Database, erasureId: number): Promise<number | undefined> {
  const erasure = await findErasure(db, erasureId);
  return erasure?.begun_at === null ? erasure.user_id : undefined;
}

/** Notes that a deletion has stopped the renewal of a plan, so that keeping the account restores it. */
export async function noteStoppedRenewal(db: Database, erasureId: number): Promise<void> {
  await updateErasure(db, erasureId, { has_stopped_renewal: true });
}

async function withdraw(
  tx: Pick<Context, 'db' | 'now'>,
  { id, username, display_name }: AccountRow,
  erasure: ErasureRow,
): Promise<Remembered> {
  const addresses = await listAddresses(tx.db, id);
  const remembered = {
    emails: addresses.map(({ email }) => email),
    names: [username, ...(display_name === null ? [] : [display_name])],
    payer: randomUUID(),
  };
  const begun = { begun_at: timestampOf(tx), remembered: JSON.stringify(remembered) };
  await updateErasure(tx.db, erasure.id, begun);
  await withdrawNames(tx.db, id);
  await endSignIns(tx.db, id);
  return remembered;
}

/** Ends the sessions of an account, and every way to sign in but the password. Call it inside a transaction. */
export async function endSignIns(db: Database, id: number): Promise<void> {
  await deleteSessionsOf(db, id);
  await deleteSocialAccountsOf(db, id);
  await deleteFactorsOf(db, id);
  await deleteFeedOf(db, id);
  await deleteTokensOf(db, id);
  await deletePasskeysOf(db, id);
  await deleteReclaimsOf(db, id);
  for (const address of await listAddresses(db, id)) await deleteAddress(db, address.id);
}

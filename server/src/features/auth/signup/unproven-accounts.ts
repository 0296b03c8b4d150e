import type { Context } from '../../../context.ts';
import { timestampIn } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { lockEmail, lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { deleteUnused, noteVerification } from '../../users/service.ts';
import {
  type AddressRow,
  findAccount,
  listOwnersOfEmail,
  listUnprovenBefore,
  listUnprovenOwners,
  verifyAddress,
} from '../queries.ts';

/** Most accounts that wait for the same address, which belongs to none of them yet. */
const MAX_OF_ADDRESS = 3;
/** Younger accounts stay, so that no one can push out an account while its owner reads the mail. */
const KEPT_SECONDS = 3600;
const REMOVED_AFTER_SECONDS = 7 * 24 * 3600;
const REMOVED_AT_ONCE = 500;

/** Deletes the oldest of three waiting accounts; false if all are younger than an hour. Call it with the address locked. */
export async function makeRoom(
  context: Pick<Context, 'db' | 'now'>,
  email: string,
  exceptUserId?: number,
): Promise<boolean> {
  const others = (await listUnprovenOwners(context.db, email)).filter(({ id }) => id !== exceptUserId);
  const leaving = others.slice(MAX_OF_ADDRESS - 1);
  const latest = timestampIn(context, -KEPT_SECONDS);
  if (leaving.some(({ created_at }) => created_at > latest)) return false;
  await deleteUnused(
    context.db,
    leaving.map(({ id }) => id),
  );
  return true;
}

/** Marks an address as verified and deletes the other accounts that wait for it. Call `lockAddress` first. */
export async function proveAddress(db: Database, address: AddressRow, now: string): Promise<void> {
  await verifyAddress(db, address, now);
  await noteVerification(db, address.user_id);
  await removeOthers(db, address);
}

/** Deletes the accounts that waited for an address which another account has verified. */
export async function removeOthers(
  db: Database,
  { email, user_id }: Pick<AddressRow, 'email' | 'user_id'>,
): Promise<void> {
  const others = (await listUnprovenOwners(db, email)).map(({ id }) => id).filter((id) => id !== user_id);
  await deleteUnused(db, others);
}

/** Locks an address and then the user, so that one transaction at a time decides who owns it. */
export async function lockAddress(
  db: Database,
  { email, user_id }: Pick<AddressRow, 'email' | 'user_id'>,
): Promise<void> {
  await lockEmail(db, email);
  await lockUser(db, user_id);
}

/** True if taken: for a customer among the freelancer's customers, else among all. Call it with the address locked. */
export async function isTaken(
  db: Database,
  { email, user_id }: Pick<AddressRow, 'email' | 'user_id'>,
): Promise<boolean> {
  const owner = (await findAccount(db, user_id))?.owner_id ?? null;
  return (await listOwnersOfEmail(db, email)).some(
    (other) => other.verified && other.user_id !== user_id && (owner === null || other.owner_id === owner),
  );
}

/** Deletes freelancers who registered a week ago and verified nothing; a job runs it. Their usernames become free. */
export async function sweepUnproven(context: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const time = timestampIn(context, -REMOVED_AFTER_SECONDS);
  for (;;) {
    const ids = await inTransaction(context, async (tx) => {
      const found = await listUnprovenBefore(tx.db, time, REMOVED_AT_ONCE);
      await deleteUnused(tx.db, found);
      return found;
    });
    if (ids.length > 0) context.log.info({ users: ids }, 'Accounts that were never verified are removed');
    if (ids.length < REMOVED_AT_ONCE) return;
  }
}

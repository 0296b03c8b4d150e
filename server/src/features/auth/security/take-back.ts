import { randomBytes } from 'node:crypto';
import type { TakeBackInfo } from '@vitrin/shared/contract/security.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { BadRequestError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { noteVerification, setPassword } from '../../users/service.ts';
import type { Visitor } from '../auth-state.ts';
import { endTrust } from '../device-queries.ts';
import { resetMail } from '../mails.ts';
import { resetToken } from '../password-tokens.ts';
import { hashPassword } from '../passwords.ts';
import {
  type AddressRow,
  deleteAddress,
  findAccount,
  insertAddress,
  listAddresses,
  listOwnersOfEmail,
  setPrimary,
} from '../queries.ts';
import { deleteSessionsOf } from '../session-queries.ts';
import { isKeyGenuine, readKey, signKey } from '../signed-keys.ts';
import { deleteSocialAccountsOf } from '../social-queries.ts';
import { lockAddress, proveAddress, removeOthers } from '../unproven-accounts.ts';
import {
  deleteExpiredTakeBacks,
  deleteTakeBacksFrom,
  findTakeBack,
  type TakeBackRow,
  upsertTakeBack,
} from './take-back-queries.ts';
import { recordEvent } from './events.ts';

const VALID_SECONDS = 7 * 24 * 3600;

/**
 * The key of a link that takes an account back to this address, whatever became of the account meanwhile. All links
 * of one address are one row, which keeps its place in the order when another mail goes out.
 */
export async function issueTakeBack(
  context: Pick<Context, 'config' | 'now'>,
  trx: Database,
  userId: number,
  email: string,
): Promise<string> {
  const expiresAt = timestampIn(context, VALID_SECONDS);
  const id = await upsertTakeBack(trx, userId, email, { now: timestampOf(context), expiresAt });
  return signKey(context.config, 'take-back', [id, secondsOf(context)], stateOf({ user_id: userId, email }));
}

/** Whose account a link takes back, and to which address. Changes nothing. */
export async function getTakeBack(context: Context, key: string): Promise<TakeBackInfo> {
  const { user_id, email } = await requireTakeBack(context, context.db, key);
  const account = await findAccount(context.db, user_id);
  if (!account) throw new BadRequestError('auth.invalid_take_back');
  return { username: account.username, email };
}

/**
 * Makes the link's address the only one of the account, ends all sessions, identities and the password, and mails a
 * way to a new password to that address alone. Works once, and ends the links that came later: those of whoever holds
 * the account now, to addresses that were added after this one. Earlier links stay, since theirs were there before.
 */
export async function takeBack(context: Context, visitor: Visitor, key: string): Promise<void> {
  await requireTakeBack(context, context.db, key);
  // A password that nobody knows: with none at all a customer would count as never registered.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const userId = await inTransaction(context, async (trx) => {
    await lockAddress(trx, await requireTakeBack(context, trx, key));
    const link = await requireTakeBack(context, trx, key);
    const { user_id, email } = link;
    const owners = await listOwnersOfEmail(trx, email);
    if (owners.some((owner) => owner.verified && owner.user_id !== user_id))
      throw new BadRequestError('auth.invalid_take_back');
    await deleteTakeBacksFrom(trx, link);
    await setPassword(context, trx, user_id, passwordHash);
    await deleteSessionsOf(trx, user_id);
    await endTrust(trx, user_id);
    await deleteSocialAccountsOf(trx, user_id);
    const address = await keepOnly(context, trx, link);
    await recordEvent(context, trx, user_id, { kind: 'account_taken_back', detail: email }, visitor);
    await mailReset(context, trx, address);
    return user_id;
  });
  context.log.info({ user: userId, ip: visitor.ip }, 'Account taken back');
}

/** Removes links that are over; a job runs it. */
export async function sweepTakeBacks(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteExpiredTakeBacks(context.db, timestampOf(context));
}

/** The rows of other addresses go, and with them every key that was mailed to them. */
async function keepOnly(
  context: Pick<Context, 'now'>,
  trx: Database,
  { user_id, email }: TakeBackRow,
): Promise<AddressRow> {
  const now = timestampOf(context);
  const addresses = await listAddresses(trx, user_id);
  for (const address of addresses) if (address.email !== email) await deleteAddress(trx, address.id);
  const known = addresses.find((address) => address.email === email);
  if (known?.verified) {
    await setPrimary(trx, user_id, known.id);
    return known;
  }
  if (known) {
    await proveAddress(trx, known, now);
    await setPrimary(trx, user_id, known.id);
    return { ...known, verified: true };
  }
  const wanted = { user_id, email, verified: true, is_primary: true, created_at: now };
  const address = await insertAddress(trx, wanted);
  await noteVerification(trx, user_id);
  await removeOthers(trx, address);
  return address;
}

async function mailReset(
  context: Pick<Context, 'config' | 'now'>,
  trx: Database,
  address: AddressRow,
): Promise<void> {
  const account = await findAccount(trx, address.user_id);
  if (!account) return;
  const token = resetToken(context, account, address);
  const recipient = { to: address.email, username: account.username, language: account.language };
  await enqueue(context, trx, 'send-mail', resetMail(recipient, context.config.publicUrl, token));
}

async function requireTakeBack(
  context: Pick<Context, 'config' | 'now'>,
  db: Database,
  key: string,
): Promise<TakeBackRow> {
  const [id, issuedAt] = readKey(key, 2) ?? [];
  if (id !== undefined && issuedAt !== undefined && issuedAt + VALID_SECONDS > secondsOf(context)) {
    const row = await findTakeBack(db, id);
    if (row && isKeyGenuine(context.config, 'take-back', key, stateOf(row))) return row;
  }
  throw new BadRequestError('auth.invalid_take_back');
}

function stateOf({ user_id, email }: Pick<TakeBackRow, 'user_id' | 'email'>): string {
  return `${user_id}:${email}`;
}

function secondsOf({ now }: Pick<Context, 'now'>): number {
  return Math.floor(now().getTime() / 1000);
}

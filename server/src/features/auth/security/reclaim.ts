import { randomBytes } from 'node:crypto';
import type { ReclaimInfo } from '@vitrin/shared/contract/account/security.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { BadRequestError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { noteVerification, setPassword } from '../../users/service.ts';
import type { Visitor } from '../auth-state.ts';
import { endTrust } from '../devices/device-queries.ts';
import { deleteFactorsOf } from '../factors/factor-queries.ts';
import { deleteFeedOf } from '../feeds/feed-queries.ts';
import { deletePasskeysOf } from '../passkeys/passkey-queries.ts';
import { findErasureOf } from '../erasure/erasure-queries.ts';
import { callOff } from '../erasure/call-off.ts';
import { resetMail } from '../mails/mails.ts';
import { resetToken } from '../passwords/password-tokens.ts';
import { hashPassword } from '../passwords/passwords.ts';
import {
  type AddressRow,
  deleteAddress,
  findAccount,
  insertAddress,
  listAddresses,
  setPrimary,
} from '../queries.ts';
import { deleteSessionsOf } from '../sessions/session-queries.ts';
import { isKeyGenuine, readKey, signKey } from '../signed-keys.ts';
import { deleteSocialAccountsOf } from '../social/social-queries.ts';
import { deleteTokensOf } from '../tokens/token-queries.ts';
import { isTaken, lockAddress, proveAddress, removeOthers } from '../signup/unproven-accounts.ts';
import {
  deleteExpiredReclaims,
  deleteReclaimsFrom,
  findReclaim,
  type ReclaimRow,
  upsertReclaim,
} from './reclaim-queries.ts';
import { recordEvent } from './events.ts';

const VALID_SECONDS = 7 * 24 * 3600;

/**
 * Makes the key of a link that takes the account back to this address, whatever happens to the account meanwhile. All
 * links of an address share a row, which keeps its place in the order when another mail is sent.
 */
export async function issueReclaimKey(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  userId: number,
  email: string,
): Promise<string> {
  const expiresAt = timestampIn(context, VALID_SECONDS);
  const id = await upsertReclaim(context.db, userId, email, { now: timestampOf(context), expiresAt });
  return signKey(context.config, 'take-back', [id, secondsOf(context)], stateOf({ user_id: userId, email }));
}

/** Returns the account that a link takes back, and the address it leaves; changes nothing. */
export async function getReclaimInfo(context: Context, key: string): Promise<ReclaimInfo> {
  const { user_id, email } = await requireReclaim(context, key);
  const account = await findAccount(context.db, user_id);
  if (!account) throw new BadRequestError('auth.invalid_take_back');
  return { username: account.username, email };
}

/**
 * Leaves only the link's address, ends every other way in, cancels a deletion, and mails a reset link. It works once
 * and ends newer links, which an attacker may have added; older links stay, as their addresses were there before.
 */
export async function reclaimAccount(context: Context, visitor: Visitor, key: string): Promise<void> {
  await requireReclaim(context, key);
  // The password is random, since a customer without any would count as never registered.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const userId = await inTransaction(context, async (tx) => {
    await lockAddress(tx.db, await requireReclaim(tx, key));
    const link = await requireReclaim(tx, key);
    const { user_id, email } = link;
    if (await isTaken(tx.db, link)) throw new BadRequestError('auth.invalid_take_back');
    await deleteReclaimsFrom(tx.db, link);
    await setPassword(tx, user_id, passwordHash);
    await deleteSessionsOf(tx.db, user_id);
    await endTrust(tx.db, user_id);
    await deleteSocialAccountsOf(tx.db, user_id);
    await deleteFactorsOf(tx.db, user_id);
    await deleteFeedOf(tx.db, user_id);
    await deleteTokensOf(tx.db, user_id);
    await enqueue(tx, 'stop-endpoints', { user_id });
    await deletePasskeysOf(tx.db, user_id);
    const address = await keepOnly(tx, link);
    const erasure = await findErasureOf(tx.db, user_id);
    if (erasure) await callOff(tx, erasure, visitor);
    await recordEvent(tx, user_id, { kind: 'account_taken_back', detail: email }, visitor);
    await mailReset(tx, address);
    return user_id;
  });
  context.log.info({ user: userId, ip: visitor.ip }, 'Account taken back');
}

/** Deletes expired links; a job runs it. */
export async function sweepReclaims(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteExpiredReclaims(context.db, timestampOf(context));
}

/** Deletes the rows of other addresses, and with them every key that was mailed to them. */
async function keepOnly(
  context: Pick<Context, 'db' | 'now'>,
  { user_id, email }: ReclaimRow,
): Promise<AddressRow> {
  const now = timestampOf(context);
  const addresses = await listAddresses(context.db, user_id);
  for (const address of addresses) if (address.email !== email) await deleteAddress(context.db, address.id);
  const existing = addresses.find((address) => address.email === email);
  if (existing?.verified) {
    await setPrimary(context.db, user_id, existing.id);
    return existing;
  }
  if (existing) {
    await proveAddress(context.db, existing, now);
    await setPrimary(context.db, user_id, existing.id);
    return { ...existing, verified: true };
  }
  const wanted = { user_id, email, verified: true, is_primary: true, created_at: now };
  const address = await insertAddress(context.db, wanted);
  await noteVerification(context.db, user_id);
  await removeOthers(context.db, address);
  return address;
}

async function mailReset(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  address: AddressRow,
): Promise<void> {
  const account = await findAccount(context.db, address.user_id);
  if (!account) return;
  const token = resetToken(context, account, address);
  const recipient = { to: address.email, username: account.username, language: account.language };
  await enqueue(context, 'send-mail', resetMail(recipient, context.config.publicUrl, token));
}

async function requireReclaim(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  key: string,
): Promise<ReclaimRow> {
  const [id, issuedAt] = readKey(key, 2) ?? [];
  if (id !== undefined && issuedAt !== undefined && issuedAt + VALID_SECONDS > secondsOf(context)) {
    const row = await findReclaim(context.db, id);
    if (row && isKeyGenuine(context.config, 'take-back', key, stateOf(row))) return row;
  }
  throw new BadRequestError('auth.invalid_take_back');
}

function stateOf({ user_id, email }: Pick<ReclaimRow, 'user_id' | 'email'>): string {
  return `${user_id}:${email}`;
}

function secondsOf({ now }: Pick<Context, 'now'>): number {
  return Math.floor(now().getTime() / 1000);
}

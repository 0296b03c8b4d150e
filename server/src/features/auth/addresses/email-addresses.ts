import { requireOpenSession } from '../access.ts';
import { requireRoomForAddress } from './address-limit.ts';
import type { EmailAddress } from '@vitrin/shared/contract/account/auth.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ForbiddenError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Visitor } from '../auth-state.ts';
import { announce } from '../security/notices.ts';
import { mailVerificationAsked, mailVerificationIfDue, mayMail } from './email-verification.ts';
import { isTaken } from '../signup/unproven-accounts.ts';
import {
  type AddressRow,
  deleteAddress,
  insertAddress,
  listAddresses,
  listOwnersOfEmail,
  setPrimary,
} from '../queries.ts';

/** Accounts that get a mail when another one is requested for the address they wait for. */
const MAX_MAILS = 3;

/** Lists the user's addresses, the main one first (specification 4.9). */
export async function getAddresses({ db }: Context, user: CurrentUser): Promise<EmailAddress[]> {
  return (await listAddresses(db, user.id)).map(toEmailAddress);
}

/** Sends the verification mail again; throws ForbiddenError within three minutes, RateLimitedError (specification 9.16). */
export async function resendAsUser(
  context: Context,
  { language }: Visitor,
  user: CurrentUser,
  email: string,
): Promise<void> {
  const address = (await listAddresses(context.db, user.id)).find((row) => row.email === email);
  if (!address) throw new ValidationError({ email: 'auth.unknown_email' });
  if (address.verified) return;
  if (!(await mayMail(context, address))) throw new ForbiddenError();
  await mailVerificationAsked(context, address, user, language);
}

/** Enqueues the look-up of a guest's address, so that unknown ones get the same answer and time (specification 3.5). */
export async function resendAsGuest(context: Context, { language }: Visitor, email: string): Promise<void> {
  await enqueue(context, 'mail-verification', { email, language });
}

/** Job: mails each account that waits for this address, at most every three minutes; the guest may be a stranger. */
export async function mailVerificationTo(
  context: Context,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const owners = await listOwnersOfEmail(tx.db, email);
    const waiting = owners.filter(({ verified, address_count }) => !verified && Number(address_count) === 1);
    for (const owner of waiting.slice(0, MAX_MAILS))
      if (!(await isTaken(tx.db, owner)))
        await mailVerificationIfDue(tx, owner, { username: owner.username, language });
  });
}

/** Adds an address to verify; one of another account is refused only then (4.9). Throws RateLimitedError (9.16). */
export async function addAddress(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  email: string,
): Promise<EmailAddress[]> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    const rows = await listAddresses(tx.db, user.id);
    if (rows.some((row) => row.email === email)) throw new ValidationError({ email: 'auth.duplicate_email' });
    requireRoomForAddress(rows);
    const address = await insertAddress(tx.db, {
      user_id: user.id,
      email,
      verified: false,
      is_primary: rows.length === 0,
      created_at: timestampOf(tx),
    });
    if (await mayMail(tx, address)) await mailVerificationAsked(tx, address, user, visitor.language);
    await announce(tx, visitor, user.id, { kind: 'address_added', detail: email }, rows);
  });
  return getAddresses(context, user);
}

/** Makes an address the main one; ValidationError for an unknown one, or an unverified one while another is verified. */
export async function makePrimary(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  email: string,
): Promise<EmailAddress[]> {
  await inTransaction(context, async (tx) => {
    const { address, others } = await lockAddress(tx.db, visitor, user, email);
    if (!address.verified && others.some(({ verified }) => verified))
      throw new ValidationError({ email: 'auth.unverified_primary_email' });
    if (address.is_primary) return;
    await setPrimary(tx.db, user.id, address.id);
    const change = { kind: 'address_made_primary', detail: email } as const;
    await announce(tx, visitor, user.id, change, [address, ...others]);
  });
  return getAddresses(context, user);
}

/** Removes an address; the main one goes last, and a freelancer's last verified one stays, because a login needs it. */
export async function removeAddress(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  email: string,
): Promise<EmailAddress[]> {
  await inTransaction(context, async (tx) => {
    const { address, others } = await lockAddress(tx.db, visitor, user, email);
    const isNeeded = user.isFreelancer && address.verified && !others.some(({ verified }) => verified);
    if (isNeeded || (address.is_primary && others.length > 0))
      throw new ValidationError({ email: 'auth.cannot_remove_primary_email' });
    await deleteAddress(tx.db, address.id);
    const change = { kind: 'address_removed', detail: email } as const;
    await announce(tx, visitor, user.id, change, [address, ...others]);
  });
  context.log.info({ user: user.id }, 'Email address removed');
  return getAddresses(context, user);
}

async function lockAddress(db: Database, visitor: Visitor, user: CurrentUser, email: string) {
  await lockUser(db, user.id);
  await requireOpenSession(db, visitor);
  const rows = await listAddresses(db, user.id);
  const address = rows.find((row) => row.email === email);
  if (!address) throw new ValidationError({ email: 'auth.unknown_email' });
  return { address, others: rows.filter((row) => row !== address) };
}

function toEmailAddress({ email, verified, is_primary }: AddressRow): EmailAddress {
  return { email, verified, primary: is_primary };
}

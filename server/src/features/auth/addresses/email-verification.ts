import type { AuthUser } from '@vitrin/shared/contract/account/auth.ts';
import type { EmailFromKey, Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { NotFoundError, RateLimitedError, ValidationError } from '../../../errors.ts';
import { countAttempt } from '../../../rate-limits/rate-limits.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { readFace } from '../../faces/rows.ts';
import { readState, type Visitor } from '../auth-state.ts';
import { getAuthUser } from '../auth-user.ts';
import { verificationMail } from '../mails/mails.ts';
import { countMailToStranger } from '../mails/mails-to-strangers.ts';
import { PROVIDER } from '../social/providers.ts';
import {
  type AccountRow,
  type AddressRow,
  findAccount,
  findAddress,
  findFreelancerNames,
} from '../queries.ts';
import { confirmSocialAccount, deletePendingSocialAccounts } from '../social/social-queries.ts';
import { recordEvent } from '../security/events.ts';
import { isTaken, lockAddress, proveAddress } from '../signup/unproven-accounts.ts';
import { isKeyGenuine, readKey, signKey } from '../signed-keys.ts';

const VALID_SECONDS = 3 * 24 * 3600;
const COOL_DOWN = { amount: 1, seconds: 3 * 60 };

/** Counts a mail; returns false within three minutes of the last link, even if the address was removed and added again. */
export async function mayMail(
  context: Context,
  { user_id, email }: Pick<AddressRow, 'user_id' | 'email'>,
): Promise<boolean> {
  return (await countAttempt(context, `confirm_email:${user_id}:${email}`, COOL_DOWN)).allowed;
}

/** Mails a verification link unless a limit forbids it (mails-to-strangers.ts), silently: the screen offers another. */
export async function mailVerificationIfDue(
  context: Context,
  address: AddressRow,
  recipient: { username: string; language: Language },
): Promise<void> {
  if (!(await mayMail(context, address))) return;
  const account = await findAccount(context.db, address.user_id);
  if (account && (await countMailToStranger(context, account)).allowed)
    await mailVerification(context, address, { ...recipient, owner_id: account.owner_id });
}

/** Mails the link that the owner asked for; throws RateLimitedError after too many mails to strangers by the whole tenant. */
export async function mailVerificationAsked(
  context: Context,
  address: AddressRow,
  user: Pick<CurrentUser, 'id' | 'owner_id' | 'username'>,
  language: Language,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await countMailToStranger(context, user);
  if (!allowed) throw new RateLimitedError(retryAfterSeconds);
  await mailVerification(context, address, { ...user, language });
}

/** Enqueues the mail with the link. It names the two by their usernames, since the address is not proven (9.16). */
async function mailVerification(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  address: AddressRow,
  { username, language, owner_id }: { username: string; language: Language; owner_id: number | null },
): Promise<void> {
  const { config } = context;
  const owner = await findFreelancerNames(context.db, { owner_id });
  const state = await stateOf(context.db, address);
  const key = signKey(config, 'verify-email', [address.id, secondsOf(context)], state);
  await enqueue(
    context,
    'send-mail',
    verificationMail(
      { to: address.email, username, language, freelancer: owner.username },
      config.publicUrl,
      key,
    ),
  );
}

/** Returns a key's address and face; a used key works until it expires or a password is set. Throws NotFoundError. */
export async function getEmailFromKey(context: Context, key: string): Promise<EmailFromKey> {
  const address = await findAddressOfKey(context, key);
  if (!address) throw new NotFoundError();
  const account = await findAccount(context.db, address.user_id);
  const face = await readFace(context.db, account?.owner_id ?? null, key);
  return { verified: address.verified, email: address.email, username: account?.username ?? '', face };
}

/** Returns the account of a key, used or not, and undefined for any other text; changes nothing. */
export async function findAccountOfKey(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  key: string,
): Promise<AccountRow | undefined> {
  const address = await findAddressOfKey(context, key);
  return address && findAccount(context.db, address.user_id);
}

/** Returns the account and address of an unused key, otherwise undefined; changes nothing. */
export async function getVerification(
  context: Context,
  key: string,
): Promise<{ email: string; user: AuthUser }> {
  const address = await requireUnverified(context, key);
  await refuseTaken(context.db, address);
  return { email: address.email, user: await getAuthUser(context.db, address.user_id) };
}

/** Uses the key up; a waiting identity is linked if the visitor's own, else dropped: the mailbox's owner never chose it. */
export async function verifyEmail(
  context: Context,
  visitor: Visitor,
  key: string,
): Promise<{ id: number; email: string }> {
  return inTransaction(context, async (tx) => {
    await lockAddress(tx.db, await requireUnverified(tx, key));
    const address = await requireUnverified(tx, key);
    await refuseTaken(tx.db, address);
    await proveAddress(tx.db, address, timestampOf(tx));
    await settleIdentities(tx.db, visitor, address);
    const change = { kind: 'address_verified', detail: address.email } as const;
    await recordEvent(tx, address.user_id, change, visitor);
    return { id: address.user_id, email: address.email };
  });
}

async function settleIdentities(
  db: Database,
  { session }: Visitor,
  { id, user_id }: AddressRow,
): Promise<void> {
  const uid = readState(session).pending?.identity?.uid;
  if (uid !== undefined) await confirmSocialAccount(db, id, PROVIDER, uid);
  await deletePendingSocialAccounts(db, user_id);
}

async function requireUnverified(context: Context, key: string): Promise<AddressRow> {
  const address = await findAddressOfKey(context, key);
  if (!address || address.verified) throw new ValidationError({ key: 'auth.invalid_or_expired_key' });
  return address;
}

async function refuseTaken(db: Database, address: AddressRow): Promise<void> {
  if (await isTaken(db, address)) throw new ValidationError({ key: 'auth.email_taken' });
}

async function findAddressOfKey(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  key: string,
): Promise<AddressRow | undefined> {
  const [id, issuedAt] = readKey(key, 2) ?? [];
  if (id === undefined || issuedAt === undefined) return undefined;
  if (issuedAt + VALID_SECONDS <= secondsOf(context)) return undefined;
  const address = await findAddress(context.db, id);
  if (!address) return undefined;
  const state = await stateOf(context.db, address);
  return isKeyGenuine(context.config, 'verify-email', key, state) ? address : undefined;
}

/** Returns a state that any new password changes: an intruder may have added the address before. A login keeps it. */
async function stateOf(db: Database, { user_id, email }: AddressRow): Promise<string> {
  return JSON.stringify([user_id, email, (await findAccount(db, user_id))?.password_hash]);
}

function secondsOf({ now }: Pick<Context, 'now'>): number {
  return Math.floor(now().getTime() / 1000);
}

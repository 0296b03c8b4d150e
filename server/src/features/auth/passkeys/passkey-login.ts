import type { Assertion } from '@vitrin/shared/contract/account/passkeys.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { countAttempt, undoAttempt } from '../../../rate-limits/rate-limits.ts';
import { mailVerificationIfDue } from '../addresses/email-verification.ts';
import { epochSeconds, type PendingFactor, type Visitor } from '../auth-state.ts';
import { pendingOf } from '../factors/factor-login.ts';
import { FAILURES_OF_NETWORK, failuresOfNetwork } from '../lock-out/failures.ts';
import { noteRefusal } from '../lock-out/note-refusal.ts';
import { findAccount, listAddresses } from '../queries.ts';
import { noteProof } from '../reauthentication/reauthenticate.ts';
import { signedIn, type SignIn, startPending, startSession } from '../sessions/sign-in.ts';
import { verifyUse, wrongPasskey } from './answers.ts';
import { type Holder, newChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, listPasskeys, noteUse, type PasskeyRow } from './passkey-queries.ts';
import { requireRelyingParty } from './relying-party.ts';

type Options = { publicKey: Record<string, unknown> };

/** Makes request options for the browser's authenticator; `userId` limits the passkeys that may answer. */
export async function requestOptions(context: Context, holder: Holder, userId?: number): Promise<Options> {
  const { id } = requireRelyingParty(context.config);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const passkeys = userId === undefined ? [] : await listPasskeys(context.db, userId);
  const publicKey = await generateAuthenticationOptions({
    rpID: id,
    challenge: newChallenge(context, holder),
    userVerification: 'required',
    allowCredentials: passkeys.filter(({ rp_id }) => rp_id === id).map(asDescriptor),
  });
  return { publicKey: { ...publicKey } };
}

export function asDescriptor({ credential_id, transports }: PasskeyRow): {
  id: string;
  transports: string[];
} {
  return { id: credential_id, transports: JSON.parse(transports) as string[] };
}

/** Logs in by a passkey, which is both steps (specification 3.21); throws ConflictError when signed in, ValidationError. */
export async function logInByPasskey(
  context: Context,
  visitor: Visitor,
  visitorIds: readonly string[],
  given: Assertion,
): Promise<SignIn> {
  if (visitor.session?.user) throw new ConflictError('auth.already_signed_in');
  const holders = visitorIds.map((of): Holder => ({ purpose: 'login', of }));
  const used = await checked(context, visitor, given, holders);
  const { passkey } = used;
  const record = { ...recordOf(passkey), at: epochSeconds(context), passwordless: true };
  const unverified = await unverifiedAddress(context.db, passkey.user_id);
  if (unverified) return waitForAddress(context, visitor, used, unverified);
  const started = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, passkey.user_id);
    await take(tx, used);
    return startSession(tx, visitor, passkey.user_id, [record], { announceDevice: true });
  });
  context.log.info({ user: passkey.user_id, ip: visitor.ip }, 'Login by passkey');
  return signedIn(context, started, passkey.user_id, [record]);
}

/** Checks the passkey as the second step, after which `mfa_trust` pends; throws UnauthenticatedError if no login waits. */
export async function giveFactorByPasskey(
  context: Context,
  visitor: Visitor,
  given: Assertion,
): Promise<SignIn> {
  const pending = pendingOf(visitor, 'mfa_authenticate');
  const used = await checked(context, visitor, given, [stepHolder(visitor)], pending.user_id);
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, pending.user_id);
    await take(tx, used);
  });
  const record = { ...recordOf(used.passkey), at: epochSeconds(context) };
  const next: PendingFactor = { ...pending, id: 'mfa_trust', records: [...pending.records, record] };
  return startPending(context, visitor, next);
}

/** Confirms a session by a passkey of its user (specification 4.11). */
export async function confirmByPasskey(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  given: Assertion,
): Promise<SignIn> {
  const used = await checked(context, visitor, given, [sessionHolder(visitor, 'reauthenticate')], user.id);
  return noteProof(context, visitor, user, recordOf(used.passkey), (db) => take({ ...context, db }, used));
}

/** Returns the holder of a session's challenges, signed in or waiting for its second step: they belong to it alone. */
export function sessionHolder({ session }: Pick<Visitor, 'session'>, purpose: Holder['purpose']): Holder {
  return { purpose, of: String(session?.id ?? 0) };
}

export function stepHolder(visitor: Pick<Visitor, 'session'>): Holder {
  return sessionHolder(visitor, 'authenticate');
}

type Used = { passkey: PasskeyRow; challenge: string; sign_count: number };

/** Returns the passkey that answered, with `userId` one of this user; counts first, so that parallel attempts stay limited. */
async function checked(
  context: Context,
  visitor: Visitor,
  given: Assertion,
  holders: readonly Holder[],
  userId?: number,
): Promise<Used> {
  const party = requireRelyingParty(context.config);
  const key = failuresOfNetwork(visitor);
  const { allowed, retryAfterSeconds } = await countAttempt(context, key, FAILURES_OF_NETWORK);
  if (!allowed) {
    const params = { seconds: retryAfterSeconds };
    const message = { key: 'auth.too_many_login_attempts', params } as const;
    throw new ValidationError({ non_field_errors: message }, retryAfterSeconds);
  }
  const passkey = await findPasskey(context.db, given.id);
  if (!passkey || (userId !== undefined && passkey.user_id !== userId))
    throw new ValidationError({ credential: 'auth.unknown_passkey.incorrect_code' });
  try {
    const proven = await verifyUse(context, party, passkey, given, holders);
    await undoAttempt(context, key);
    return { passkey, ...proven };
  } catch (error) {
    if (error instanceof ValidationError) await noteRefusal(context, visitor, [passkey.user_id], false);
    throw error;
  }
}

/** Uses challenge and counter up. Throws ValidationError when another answer was faster, or the passkey is gone. */
async function take(tx: Pick<Context, 'db' | 'now'>, used: Used): Promise<void> {
  const isFirst = await takeChallenge(tx, used.challenge);
  if (!isFirst || !(await noteUse(tx.db, used.passkey, used.sign_count, timestampOf(tx))))
    throw wrongPasskey();
}

export function recordOf({ id }: Pick<PasskeyRow, 'id'>): { method: string; id: number; type: string } {
  return { method: 'mfa', id, type: 'webauthn' };
}

type Unverified = Awaited<ReturnType<typeof listAddresses>>[number] | { email?: undefined };

/** Returns the address that a freelancer must verify first (specification 3.4); undefined for all others. */
async function unverifiedAddress(db: Database, userId: number): Promise<Unverified | undefined> {
  const account = await findAccount(db, userId);
  const addresses = await listAddresses(db, userId);
  if (account?.user_type !== 'freelancer' || addresses.some(({ verified }) => verified)) return undefined;
  return addresses[0] ?? {};
}

async function waitForAddress(
  context: Context,
  visitor: Visitor,
  used: Used,
  address: Unverified,
): Promise<SignIn> {
  await inTransaction(context, (tx) => take(tx, used));
  const account = await findAccount(context.db, used.passkey.user_id);
  if (address.email !== undefined && account)
    await mailVerificationIfDue(context, address, { ...account, language: visitor.language });
  return startPending(context, visitor, { id: 'verify_email' });
}

import { createHash } from 'node:crypto';
import { emailKey, foldedKey, usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../../context.ts';
import { ValidationError } from '../../../errors.ts';
import { networkOf } from '../../../tenants/tenant.ts';
import { countAttempt, forgetAttempts, undoAttempt } from '../../../rate-limits/rate-limits.ts';
import type { Visitor } from '../auth-state.ts';
import { trustedDeviceOf } from '../devices/devices.ts';
import { type AccountRow, type AddressRow, findAccountByUsername, listAccountsByEmail } from '../queries.ts';
import { type Candidate, type Identifier, meantBy } from './candidates.ts';

export const FAILURES_OF_NETWORK = { amount: 10, seconds: 60 };
const FAILURES_OF_IDENTIFIER = { amount: 5, seconds: 5 * 60 };
/** Failures in a browser known to the account are counted apart, so that guessing strangers cannot lock its owner out. */
const FAILURES_OF_DEVICE = { amount: 5, seconds: 5 * 60 };
/** Logins refused without checking the password are recorded once for each network and identifier. */
const NOTES_WHILE_LOCKED = { amount: 1, seconds: 3600 };

/** An attempt, counted before its password is checked, so that parallel attempts cannot pass the limit. */
type CountedAttempt = {
  keys: string[];
  /** Candidates with a password that may be checked, in order; none when all are locked. */
  open: Candidate[];
  lockedForSeconds: number | undefined;
};

/** Counts a failure by network and account; each reading has its own counters, as a username may be another's address. */
export async function countFailure(
  context: Context,
  visitor: Visitor,
  { text }: Identifier,
  candidates: Candidate[],
): Promise<CountedAttempt> {
  const addressKey = failuresOfNetwork(visitor);
  const byAddress = await countAttempt(context, addressKey, FAILURES_OF_NETWORK);
  if (!byAddress.allowed) return { keys: [], open: [], lockedForSeconds: byAddress.retryAfterSeconds };

  const keys = [addressKey];
  const open: Candidate[] = [];
  let lockedForSeconds: number | undefined;
  for (const candidate of candidates) {
    const device = await trustedDeviceOfAny(context, visitor, candidate);
    const key = device ? `login_failed:device:${device}` : failuresKey(candidate, text);
    const limit = device ? FAILURES_OF_DEVICE : FAILURES_OF_IDENTIFIER;
    const { allowed, retryAfterSeconds } = await countAttempt(context, key, limit);
    keys.push(key);
    if (allowed) open.push(candidate);
    else lockedForSeconds = Math.max(lockedForSeconds ?? 0, retryAfterSeconds);
  }
  return { keys, open, lockedForSeconds };
}

export function failuresOfNetwork({ ip }: Pick<Visitor, 'ip'>): string {
  return `login_failed:${networkOf(ip)}`;
}

async function trustedDeviceOfAny(
  context: Context,
  visitor: Visitor,
  { accounts: [first, ...others] }: Candidate,
): Promise<string | undefined> {
  for (const account of [first, ...others]) {
    const device = await trustedDeviceOf(context, visitor, account?.id);
    if (device) return device;
  }
  return undefined;
}

/** True if a login that was refused without a check of the password should be recorded: at most one row an hour. */
export async function isWorthNoting(
  context: Context,
  visitor: Visitor,
  { text }: Identifier,
): Promise<boolean> {
  const key = `login_refused_unseen:${networkOf(visitor.ip)}:${hashOf(usernameKey(text))}`;
  return (await countAttempt(context, key, NOTES_WHILE_LOCKED)).allowed;
}

export async function undoFailure(context: Context, { keys }: CountedAttempt): Promise<void> {
  for (const key of keys) await undoAttempt(context, key);
}

/** Makes the refusal after too many failed logins, which the right password gets too. */
export function lockedOut(
  { log }: Context,
  { ip }: Visitor,
  candidates: Candidate[],
  seconds: number,
): ValidationError {
  log.warn({ ...meantBy(candidates), ip }, 'Login locked out');
  const message = { key: 'auth.too_many_login_attempts', params: { seconds } } as const;
  return new ValidationError({ non_field_errors: message }, seconds);
}

/**
 * Resets the failures of an account after a password reset, so that strangers who locked it by guessing do not keep
 * its owner out. Only identifiers that mean this account and no other: an address that another account has verified, or
 * a username of another, stays locked, or a reset would give new guesses at that account.
 */
export async function forgetFailures(
  context: Context,
  { id, username }: Pick<AccountRow, 'id' | 'username'>,
  addresses: Pick<AddressRow, 'email'>[],
): Promise<void> {
  const keys = [failuresKey({ by: 'username', accounts: [{ username }] }, username)];
  for (const { email } of addresses) {
    const byEmail = await listAccountsByEmail(context.db, email);
    if (byEmail.length !== 1 || byEmail[0]?.id !== id) continue;
    keys.push(failuresKey({ by: 'email', accounts: [] }, email));
    const byUsername = await findAccountByUsername(context.db, email);
    if (!byUsername || byUsername.id === id)
      keys.push(failuresKey({ by: 'username', accounts: byUsername ? [byUsername] : [] }, email));
  }
  await forgetAttempts(context, keys);
}

/** Returns an identifier's counter, the same for all spellings of an account; hashed, so that the table holds no names. */
function failuresKey(
  { by, accounts: [account] }: { by: Candidate['by']; accounts: readonly Pick<AccountRow, 'username'>[] },
  identifier: string,
): string {
  if (by === 'email') return `login_failed:email:${hashOf(emailKey(usernameKey(identifier)))}`;
  const key = account ? usernameKey(account.username) : foldedKey(identifier);
  return `login_failed:username:${hashOf(key)}`;
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

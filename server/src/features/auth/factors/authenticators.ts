import { Secret, TOTP } from 'otpauth';
import type {
  Authenticator,
  RecoveryCodes,
  TotpAuthenticator,
} from '@vitrin/shared/contract/account/factors.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../errors.ts';
import { requireOpenSession } from '../access.ts';
import { readState, type Visitor } from '../auth-state.ts';
import { endFactorTrust } from '../devices/device-queries.ts';
import { listPasskeysOf } from '../passkeys/passkeys.ts';
import { announce } from '../security/notices.ts';
import { deleteSessionsOf, updateSessionState } from '../sessions/session-queries.ts';
import { refusedSetup, stepOf } from './check-code.ts';
import {
  deleteFactorsOf,
  type FactorRow,
  findFactor,
  insertFactor,
  listRecoveryCodes,
  replaceRecoveryCodes,
} from './factor-queries.ts';
import { newRecoveryCode, openSecret, recoveryCodeHash, sealSecret } from './factor-secrets.ts';
import { sealShown, takeShown } from './shown-codes.ts';

const RECOVERY_CODES = 10;
const SECRET_BYTES = 20;

/** A secret that waits for its first code, and the address that a QR code shows to an app. */
type Setup = { secret: string; totp_url: string };

export async function listAuthenticators(context: Context, { id }: CurrentUser): Promise<Authenticator[]> {
  const { db } = context;
  const factor = await findFactor(db, id);
  const passkeys = await listPasskeysOf(context, id);
  if (!factor) return passkeys;
  const { unused_codes: _unused, ...codes } = await recoveryCodesOf(db, id);
  return [toTotp(factor), codes, ...passkeys];
}

/** Returns the app of a user; throws NotFoundError if there is none. */
export async function getTotp({ db }: Context, { id }: CurrentUser): Promise<TotpAuthenticator> {
  const factor = await findFactor(db, id);
  if (!factor) throw new NotFoundError();
  return toTotp(factor);
}

/** Returns the secret to set an app up with, the same for a session until it is used, so that a page may be reloaded. */
export async function beginTotp(context: Context, { session }: Visitor, user: CurrentUser): Promise<Setup> {
  const { config, db } = context;
  const state = readState(session);
  let secret = state.totp_secret && openSecret(config, user.id, state.totp_secret);
  if (!secret) {
    secret = new Secret({ size: SECRET_BYTES }).base32;
    const kept = JSON.stringify({ ...state, totp_secret: sealSecret(config, user.id, secret) });
    if (session) await updateSessionState(db, session.id, kept);
  }
  const issuer = `Vitrin ${new URL(config.publicUrl).host}`;
  const totp = new TOTP({ issuer, label: user.username, secret: Secret.fromBase32(secret) });
  return { secret, totp_url: totp.toString() };
}

/**
 * Makes a proven app the second factor, with ten recovery codes. `cookie` is the session's, for a copy to be shown once more;
 * null keeps none. ValidationError, ConflictError.
 */
export async function activateTotp(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  code: string,
  cookie: string | null,
): Promise<{ totp: TotpAuthenticator; codes: string[] }> {
  const { totp_secret: sealed } = readState(visitor.session);
  const secret = sealed && openSecret(context.config, user.id, sealed);
  if (!sealed || !secret) throw new ValidationError({ code: 'auth.factor.incorrect_code' });
  const typed = code.replaceAll(/\s/g, '');
  const step = stepOf(context, secret, typed);
  if (step === null) throw refusedSetup(context, secret, typed);
  const now = timestampOf(context);
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    if (await findFactor(tx.db, user.id)) throw new ConflictError('auth.factor_exists');
    await insertFactor(tx.db, { user_id: user.id, secret: sealed, last_step: step, created_at: now });
    const codes = await makeCodes(tx, visitor, user.id, cookie);
    // Sessions without a second step have seen no work, and may be those of a stranger with the password.
    if (tx.config.requiresFactor) await deleteSessionsOf(tx.db, user.id, visitor.session?.id);
    await announce(tx, visitor, user.id, { kind: 'factor_added' });
    return { totp: { type: 'totp', created_at: seconds(now), last_used_at: null }, codes };
  });
}

/** Removes the app and its recovery codes; nothing happens where there is none. Browsers are trusted no longer. */
export async function removeTotp(context: Context, visitor: Visitor, user: CurrentUser): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    await endFactorTrust(tx.db, user.id);
    if ((await deleteFactorsOf(tx.db, user.id)) > 0)
      await announce(tx, visitor, user.id, { kind: 'factor_removed' });
  });
}

/**
 * Counts the codes left, and shows them where this session kept a copy, which ends it; `cookie` null leaves the copy. Throws
 * NotFoundError without an app.
 */
export async function getRecoveryCodes(
  context: Context,
  visitor: Visitor,
  { id }: CurrentUser,
  cookie: string | null,
): Promise<RecoveryCodes> {
  const { config, db } = context;
  if (!(await findFactor(db, id))) throw new NotFoundError();
  const rows = await listRecoveryCodes(db, id);
  const unused = new Set(rows.flatMap(({ code_hash, used_at }) => (used_at === null ? [code_hash] : [])));
  const shown = cookie === null ? [] : await takeShown(context, visitor, { userId: id, cookie });
  const unused_codes = shown.filter((code) => unused.has(recoveryCodeHash(config, id, code)));
  return { ...(await recoveryCodesOf(db, id)), unused_codes };
}

/** Replaces all recovery codes by ten new ones; `cookie` as for activateTotp. Throws ValidationError without an app. */
export async function renewRecoveryCodes(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  cookie: string | null,
): Promise<RecoveryCodes> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    if (!(await findFactor(tx.db, user.id)))
      throw new ValidationError({ non_field_errors: 'auth.cannot_generate_recovery_codes' });
    const codes = await makeCodes(tx, visitor, user.id, cookie);
    await announce(tx, visitor, user.id, { kind: 'recovery_codes_made' });
    return { ...(await recoveryCodesOf(tx.db, user.id)), unused_codes: codes };
  });
}

async function makeCodes(
  tx: Pick<Context, 'db' | 'config' | 'now'>,
  { session }: Visitor,
  userId: number,
  cookie: string | null,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = codes.map((code) => recoveryCodeHash(tx.config, userId, code));
  await replaceRecoveryCodes(tx.db, userId, hashes, timestampOf(tx));
  const { totp_secret: _used, ...state } = readState(session);
  const shown_codes = cookie === null ? undefined : sealShown(tx, { session }, { userId, cookie }, codes);
  if (session) await updateSessionState(tx.db, session.id, JSON.stringify({ ...state, shown_codes }));
  return codes;
}

async function recoveryCodesOf(db: Database, userId: number): Promise<RecoveryCodes> {
  const codes = await listRecoveryCodes(db, userId);
  const used = codes.flatMap(({ used_at }) => (used_at === null ? [] : [used_at])).toSorted();
  const last = used.at(-1);
  return {
    type: 'recovery_codes',
    created_at: seconds(codes[0]?.created_at ?? new Date(0).toISOString()),
    last_used_at: last === undefined ? null : seconds(last),
    total_code_count: codes.length,
    unused_code_count: codes.length - used.length,
    unused_codes: [],
  };
}

function toTotp({ created_at, last_used_at }: FactorRow): TotpAuthenticator {
  return {
    type: 'totp',
    created_at: seconds(created_at),
    last_used_at: last_used_at === null ? null : seconds(last_used_at),
  };
}

function seconds(timestamp: string): number {
  return Date.parse(timestamp) / 1000;
}

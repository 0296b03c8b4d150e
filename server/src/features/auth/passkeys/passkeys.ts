import { createHmac, hkdfSync } from 'node:crypto';
import type { AddPasskey, Attestation, Passkey } from '@vitrin/shared/contract/account/passkeys.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { ConflictError, ValidationError } from '../../../errors.ts';
import { requireOpenSession } from '../access.ts';
import type { Visitor } from '../auth-state.ts';
import { deviceName } from '../devices/device-name.ts';
import { type AddressRow, findAccount, listAddresses } from '../queries.ts';
import { announce } from '../security/notices.ts';
import { listSocialAccounts } from '../social/social-queries.ts';
import { verifyNew, wrongPasskey } from './answers.ts';
import { type Holder, newChallenge, takeChallenge } from './challenges.ts';
import { asDescriptor, sessionHolder } from './passkey-login.ts';
import {
  countPasskeys,
  deleteExpiredChallenges,
  deletePasskeysOf,
  findPasskey,
  insertPasskey,
  listPasskeys,
  type PasskeyRow,
  renamePasskeyOf,
} from './passkey-queries.ts';
import { relyingPartyOf, requireRelyingParty } from './relying-party.ts';

export type CreationOptions = { publicKey: Record<string, unknown> };

export async function listPasskeysOf(
  context: Pick<Context, 'config' | 'db'>,
  id: number,
): Promise<Passkey[]> {
  const rows = await listPasskeys(context.db, id);
  return rows.map((row) => toPasskey(context, row));
}

/** Makes creation options for the browser's authenticator; throws ConflictError if the account has the most passkeys. */
export async function creationOptions(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
): Promise<CreationOptions> {
  requireRelyingParty(context.config);
  const existing = await listPasskeys(context.db, user.id);
  if (existing.length >= MAX_COUNTS.passkeys) throw new ConflictError('auth.max_passkeys');
  return optionsOf(context, user, sessionHolder(visitor, 'add'), existing);
}

/** Makes creation options for an account; authenticators that hold an `existing` passkey make no other. */
export async function optionsOf(
  context: Context,
  { id: userId, username }: Pick<CurrentUser, 'id' | 'username'>,
  holder: Holder,
  existing: readonly PasskeyRow[],
): Promise<CreationOptions> {
  const { id } = requireRelyingParty(context.config);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const publicKey = await generateRegistrationOptions({
    rpName: `Vitrin ${id}`,
    rpID: id,
    userName: username,
    userDisplayName: username,
    userID: userHandle(context, userId),
    challenge: newChallenge(context, holder),
    attestationType: 'none',
    excludeCredentials: existing.filter(({ rp_id }) => rp_id === id).map(asDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { publicKey: { ...publicKey } };
}

/** Adds the passkey that answered; ValidationError on `credential`, ConflictError for a known one or at the limit. */
export async function addPasskey(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  { name, credential }: z.infer<typeof AddPasskey>,
): Promise<Passkey> {
  const party = requireRelyingParty(context.config);
  const made = await verifyNew(context, party, credential, [sessionHolder(visitor, 'add')]);
  const row = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    return storePasskey(tx, visitor, user.id, { ...made, credential, name });
  });
  context.log.info({ user: user.id, ip: visitor.ip }, 'Passkey added');
  return toPasskey(context, row);
}

type MadePasskey = Awaited<ReturnType<typeof verifyNew>> & {
  credential: Attestation;
  name?: string | undefined;
};

/** Stores a passkey and mails `before`, or the present addresses; call it with the user locked. Throws as `addPasskey`. */
export async function storePasskey(
  tx: Context,
  visitor: Visitor,
  userId: number,
  { challenge, credential, name, ...made }: MadePasskey,
  before?: AddressRow[],
): Promise<PasskeyRow> {
  const now = timestampOf(tx);
  if (!(await takeChallenge(tx, challenge))) throw wrongPasskey();
  if ((await countPasskeys(tx.db, userId)) >= MAX_COUNTS.passkeys)
    throw new ConflictError('auth.max_passkeys');
  if (await findPasskey(tx.db, made.credential_id)) throw new ConflictError('auth.passkey_exists');
  const added = await insertPasskey(tx.db, {
    ...made,
    user_id: userId,
    transports: JSON.stringify(credential.response.transports ?? []),
    rp_id: requireRelyingParty(tx.config).id,
    name: name ?? deviceName(visitor.userAgent) ?? now.slice(0, 10),
    created_at: now,
  });
  await announce(tx, visitor, userId, { kind: 'passkey_added', detail: added.name }, before);
  return added;
}

/** Renames a passkey; throws ValidationError on `id` when the user has no such passkey. */
export async function renamePasskey(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  { id, name }: { id: number; name: string },
): Promise<Passkey> {
  const row = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    const renamed = await renamePasskeyOf(tx.db, user.id, id, name);
    if (!renamed) throw new ValidationError({ id: 'auth.invalid_choice' });
    await announce(tx, visitor, user.id, { kind: 'passkey_renamed', detail: name });
    return renamed;
  });
  return toPasskey(context, row);
}

/** Removes all of these passkeys or none; ValidationError on `authenticators` for unknown ones and for the last way in. */
export async function removePasskeys(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  ids: number[],
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    const names = await deletePasskeysOf(tx.db, user.id, ids);
    if (names.length < new Set(ids).size)
      throw new ValidationError({ authenticators: 'auth.invalid_choice' });
    if (!(await hasWayIn(tx.db, user.id))) throw new ValidationError({ authenticators: 'auth.no_password' });
    for (const detail of names) await announce(tx, visitor, user.id, { kind: 'passkey_removed', detail });
  });
  context.log.info({ user: user.id, ip: visitor.ip }, 'Passkeys removed');
}

/** True for an account with a password, a verified address for codes, an identity or a passkey. */
async function hasWayIn(db: Database, userId: number): Promise<boolean> {
  const account = await findAccount(db, userId);
  if (account?.password_hash !== null || (await countPasskeys(db, userId)) > 0) return true;
  if ((await listAddresses(db, userId)).some(({ verified }) => verified)) return true;
  return (await listSocialAccounts(db, userId)).length > 0;
}

/** Deletes challenges that have expired; a job runs it. */
export async function sweepChallenges(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteExpiredChallenges(context.db, timestampOf(context));
}

/** Returns the handle of an account, the same for all its passkeys and anonymous. */
function userHandle({ config }: Pick<Context, 'config'>, userId: number): Uint8Array<ArrayBuffer> {
  const key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'passkey-users', 32));
  return Uint8Array.from(createHmac('sha256', key).update(String(userId)).digest());
}

function toPasskey({ config }: Pick<Context, 'config'>, row: PasskeyRow): Passkey {
  return {
    type: 'webauthn',
    created_at: Date.parse(row.created_at) / 1000,
    last_used_at: row.last_used_at === null ? null : Date.parse(row.last_used_at) / 1000,
    id: row.id,
    name: row.name,
    is_passwordless: true,
    rp_id: row.rp_id,
    is_usable: row.rp_id === relyingPartyOf(config)?.id,
  };
}

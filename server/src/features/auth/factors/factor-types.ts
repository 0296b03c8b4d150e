import type { Context } from '../../../context.ts';
import type { CurrentSession } from '../../../current/current-user.ts';
import { readState } from '../auth-state.ts';
import { hasPasskey } from '../passkeys/passkey-queries.ts';
import { relyingPartyOf } from '../passkeys/relying-party.ts';
import { findFactor, listRecoveryCodes } from './factor-queries.ts';

type Environment = Pick<Context, 'config' | 'db'>;

/** Lists the factors asked for after the first step, empty if none; a passkey alone adds none, as it is a login of its own. */
export async function factorTypesOf(context: Environment, userId: number): Promise<string[]> {
  return (await findFactor(context.db, userId)) ? proofTypesOf(context, userId) : [];
}

export async function proofTypesOf(context: Environment, userId: number): Promise<string[]> {
  const { config, db } = context;
  const types: string[] = [];
  if (await findFactor(db, userId)) types.push('totp');
  if ((await listRecoveryCodes(db, userId)).some(({ used_at }) => used_at === null))
    types.push('recovery_codes');
  const party = relyingPartyOf(config);
  if (party && (await hasPasskey(db, userId, party.id))) types.push('webauthn');
  return types;
}

/** True for a user with an app, and for a session that a passkey began, which is both steps. */
export async function hasSecondStep({ db }: Pick<Context, 'db'>, session: CurrentSession): Promise<boolean> {
  if (readState(session).methods.some(({ passwordless }) => passwordless)) return true;
  return session.user !== null && (await findFactor(db, session.user.id)) !== undefined;
}

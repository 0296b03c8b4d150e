import type { RegisterByPasskey } from '@vitrin/shared/contract/account/passkeys.ts';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { BadRequestError, ConflictError } from '../../../errors.ts';
import { noteVerification } from '../../users/service.ts';
import { epochSeconds, type Visitor } from '../auth-state.ts';
import type { PasswordToken } from '../passwords/password-tokens.ts';
import { givenAddress, refuseUsedInvitation, requirePasswordToken, useLink } from '../passwords/use-link.ts';
import { type SignIn, startSession } from '../sessions/sign-in.ts';
import { verifyNew } from './answers.ts';
import type { Holder } from './challenges.ts';
import { offeredPasskey } from './offered-passkey.ts';
import { recordOf } from './passkey-login.ts';
import { type CreationOptions, optionsOf, storePasskey } from './passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';

/** Makes options bound to invitation and browser; NotFoundError, UsedInvitationError, BadRequestError, ConflictError. */
export async function invitationOptions(
  context: Context,
  visitorId: string,
  token: string,
): Promise<CreationOptions> {
  const { account } = await requireOffer(context, token);
  return optionsOf(context, account, holderOf(visitorId, token), []);
}

/** Uses an invitation up by a passkey, the only way in beside codes, and begins a session; throws as `invitationOptions`. */
export async function registerByPasskey(
  context: Context,
  visitor: Visitor,
  visitorIds: readonly string[],
  { token, credential, email, keep_identities }: z.infer<typeof RegisterByPasskey>,
): Promise<SignIn> {
  const given = givenAddress(email);
  await requireOffer(context, token);
  const holders = visitorIds.map((id) => holderOf(id, token));
  const made = await verifyNew(context, requireRelyingParty(context.config), credential, holders);
  const choices = { email: given, keepIdentities: keep_identities };
  return useLink(context, visitor, token, choices, async (tx, { found }) => {
    requireOffered(await offeredPasskey(tx, found));
    const { account } = found;
    const passkey = await storePasskey(tx, visitor, account.id, { ...made, credential }, found.addresses);
    // Counting a verification ends the invitation, as a new password does.
    await noteVerification(tx.db, account.id);
    const record = { ...recordOf(passkey), at: epochSeconds(tx), passwordless: true };
    const started = await startSession(tx, visitor, account.id, [record]);
    return { ...started, records: [record] };
  });
}

async function requireOffer(context: Context, token: string): Promise<PasswordToken> {
  requireRelyingParty(context.config);
  await refuseUsedInvitation(context, token);
  const found = await requirePasswordToken(context, token);
  if (found.kind !== 'invitation') throw new BadRequestError('auth.invalid_password_reset');
  requireOffered(await offeredPasskey(context, found));
  return found;
}

function requireOffered(offered: string | null): void {
  if (offered === null) throw new ConflictError('auth.no_passkey_by_link');
}

function holderOf(visitorId: string, token: string): Holder {
  return { purpose: 'invitation', of: JSON.stringify([visitorId, token]) };
}

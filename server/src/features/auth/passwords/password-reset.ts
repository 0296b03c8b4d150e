import {
  normalizedPassword,
  Password,
  type ResetPassword,
  type VerifiedToken,
} from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import { ValidationError } from '../../../errors.ts';
import { readFace } from '../../faces/rows.ts';
import { isRegistered, setPassword } from '../../users/service.ts';
import { epochSeconds, type Visitor } from '../auth-state.ts';
import { offeredPasskey } from '../passkeys/offered-passkey.ts';
import { listPasskeys } from '../passkeys/passkey-queries.ts';
import { type AccountRow, findFreelancerNames } from '../queries.ts';
import { logRefusal, recordRefusal } from '../refusals.ts';
import { announce } from '../security/notices.ts';
import { enter, type SignIn } from '../sessions/sign-in.ts';
import { listSocialAccounts } from '../social/social-queries.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { findInvitedWork } from './invited-work.ts';
import { hashPassword } from './passwords.ts';
import {
  givenAddress,
  type LinkChoices,
  refuseUsedInvitation,
  requirePasswordToken,
  useLink,
} from './use-link.ts';

/** Returns the account that a reset or invitation link is for (`GET /users/verify_token/`); changes nothing. */
export async function verifyToken(context: Context, token: string): Promise<VerifiedToken> {
  await refuseUsedInvitation(context, token);
  const found = await requirePasswordToken(context, token);
  const { account, kind, mailedTo } = found;
  const identities = await listSocialAccounts(context.db, account.id);
  const passkeys = await listPasskeys(context.db, account.id);
  const { freelancer } = await findFreelancerNames(context.db, account);
  return {
    token,
    kind,
    mailed_to: mailedTo ?? null,
    username: account.username,
    freelancer,
    face: kind === 'invitation' ? await readFace(context.db, account.owner_id, token) : null,
    work: kind === 'invitation' ? await workOf(context, account, token) : null,
    has_identities: identities.length > 0 || passkeys.length > 0,
    passkey: await offeredPasskey(context, found),
  };
}

/** Returns the work behind an invitation; the cover's address is valid as long as the invitation. */
async function workOf(context: Context, { id }: AccountRow, token: string): Promise<VerifiedToken['work']> {
  const work = await findInvitedWork(context, id);
  if (!work) return null;
  const cover =
    work.coverId === null ? null : `/api/invitations/cover/?${String(new URLSearchParams({ token }))}`;
  return { project: work.project, cover };
}

/** Sets the password by a mailed reset or an invitation (`POST /users/reset_password/`, specification 3.7). */
export async function resetPassword(
  context: Context,
  visitor: Visitor,
  { reset_token, password, password_confirm, email, keep_identities }: ResetPassword,
): Promise<SignIn> {
  const [issue] = Password.safeParse(password).error?.issues ?? [];
  if (issue)
    throw new ValidationError({
      password: issue.code === 'too_big' ? 'auth.max_length' : 'auth.password_too_short',
    });
  if (normalizedPassword(password) !== normalizedPassword(password_confirm))
    throw new ValidationError({ password_confirm: 'auth.passwords_differ' });
  const given = givenAddress(email);
  await refuseUsedInvitation(context, reset_token);
  return usePasswordToken(context, visitor, reset_token, password, {
    email: given,
    keepIdentities: keep_identities,
  });
}

/** Sets a token's password, see `useLink`; ValidationError on `password` for a common one, BadRequestError for a bad token. */
export async function usePasswordToken(
  context: Context,
  visitor: Visitor,
  token: string,
  password: string,
  choices: LinkChoices = {},
): Promise<SignIn> {
  const owner = (await requirePasswordToken(context, token)).account;
  const refusal = { kind: 'password_change_refused' } as const;
  await logRefusal(context, visitor, owner.id, 'Password reset refused', () =>
    recordRefusal(context, visitor, owner.id, refusal, async () =>
      refuseCommonPassword('password', password),
    ),
  );
  const passwordHash = await hashPassword(password);
  return useLink(context, visitor, token, choices, async (tx, { found, proven, ...lost }) => {
    const { account, addresses, kind } = found;
    await setPassword(tx, account.id, passwordHash);
    const to = proven !== undefined && { email: proven };
    const method = { method: 'password_reset', at: epochSeconds(tx), ...to };
    const entered = await enter(tx, visitor, account.id, method);
    if (kind === 'reset' || isRegistered(account))
      await announce(tx, visitor, account.id, { kind: 'password_reset', ...lost }, addresses);
    return entered;
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Flow, UnauthenticatedAnswer } from '@vitrin/shared/contract/account/auth.ts';
import { ReauthenticationError } from '../../../errors.ts';
import { userOf } from '../../../http/guards/guards.ts';
import { readState } from '../auth-state.ts';
import { getAuthUser } from '../auth-user.ts';
import { proofTypesOf } from '../factors/factor-types.ts';
import { listSocialAccounts } from '../social/social-queries.ts';
import { proofAddressOf } from './mailed-proof.ts';
import { isRecent } from './recent.ts';

/** Answers 401 to a signed-in user with the ways to confirm that it is them (specification 4.11). */
export async function replyReauthentication(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, identity } = request.server.context;
  const { id } = userOf(request);
  const user = await getAuthUser(db, id);
  const flows: Flow[] = user.has_usable_password ? [{ id: 'reauthenticate' }] : [];
  const types = await proofTypesOf(request.server.context, id);
  if (types.length > 0) flows.push({ id: 'mfa_reauthenticate', types });
  // Clients written for django-allauth fail at ways that it does not have, so those are named where there is no other.
  if (flows.length === 0) {
    if ((await proofAddressOf(request.server.context, id)) !== null)
      flows.push({ id: 'reauthenticate_by_code' });
    // The identity signs in anew, which counts as a proof.
    if (identity && (await listSocialAccounts(db, id)).length > 0)
      flows.push({ id: 'provider_redirect', providers: [identity.id] });
  }
  const { methods } = readState(request.session);
  const answer: UnauthenticatedAnswer = {
    status: 401,
    data: { user, methods, flows },
    meta: { is_authenticated: true },
  };
  return reply.code(401).send(answer);
}

/**
 * Hook for `preHandler`, so that wrong input is reported first; UnauthenticatedError, ReauthenticationError after ten
 * minutes.
 */
export async function requireRecentProof(request: FastifyRequest): Promise<void> {
  userOf(request);
  if (!isRecent(request.server.context, request.session)) throw new ReauthenticationError();
}

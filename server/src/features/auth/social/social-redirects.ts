import type { Identity } from '../../../adapters/identity/identity-provider.ts';
import type { Context } from '../../../context.ts';
import {
  type AuthState,
  readState,
  type SocialProcess,
  type SocialRedirect,
  type Visitor,
} from '../auth-state.ts';
import { createSession } from '../access.ts';
import { deleteSession, updateSessionState } from '../sessions/session-queries.ts';
import { inTransaction } from '../../../database/transaction.ts';

/** Sign-ins at the provider that one session may have under way, say in several tabs. */
const MAX_REDIRECTS = 5;
const REDIRECT_SECONDS = 15 * 60;

export const CALLBACK_PATH = '/api/accounts/google/login/callback/';

/** Errors as the address that the browser comes back to carries them (specification 4.10). */
export type SocialError = 'unknown' | 'cancelled' | 'connected_other' | 'reauthentication_required';

/** Starts a sign-in: the provider's address, and a new session cookie for a visitor without one; undefined if it is silent. */
export async function beginRedirect(
  context: Context,
  visitor: Visitor,
  process: SocialProcess,
  callbackUrl: string,
): Promise<{ url: string; sessionId?: string } | undefined> {
  const { identity, config, log } = context;
  if (!identity) return undefined;
  try {
    const checks = await identity.newChecks();
    const url = await identity.authorizationUrl(checks, config.publicUrl + CALLBACK_PATH);
    return { url, ...(await keepRedirect(context, visitor, { ...checks, process, callbackUrl })) };
  } catch (error) {
    log.warn({ err: error }, 'The identity provider does not answer');
    return undefined;
  }
}

async function keepRedirect(
  context: Context,
  visitor: Visitor,
  redirect: SocialRedirect,
): Promise<{ sessionId?: string }> {
  const { session } = visitor;
  const saved = readState(session);
  const redirects = [...(saved.redirects ?? []), redirect].slice(-MAX_REDIRECTS);
  const state = JSON.stringify({ ...saved, redirects } satisfies AuthState);
  if (session?.user) {
    await updateSessionState(context.db, session.id, state);
    return {};
  }
  // A guest's session is short, so a new sign-in gets a new one.
  const sessionId = await inTransaction(context, async (tx) => {
    if (session) await deleteSession(tx.db, session.id);
    return createSession(tx, null, visitor, { state, seconds: REDIRECT_SECONDS });
  });
  return { sessionId };
}

/** Removes the redirect with this state from the session, so that it counts once. Undefined when it is not there. */
export async function takeRedirect(
  context: Context,
  { session }: Visitor,
  state: string,
): Promise<SocialRedirect | undefined> {
  const saved = readState(session);
  const redirect = saved.redirects?.find((one) => one.state === state);
  if (!session || !redirect) return undefined;
  const redirects = saved.redirects?.filter((one) => one !== redirect) ?? [];
  session.state = JSON.stringify({ ...saved, redirects });
  await updateSessionState(context.db, session.id, session.state);
  return redirect;
}

export async function identify(
  { identity, log }: Context,
  cameBackTo: URL,
  redirect: SocialRedirect,
): Promise<Identity | SocialError> {
  const refusal = cameBackTo.searchParams.get('error');
  if (refusal !== null) return refusal === 'access_denied' ? 'cancelled' : 'unknown';
  if (!identity) return 'unknown';
  try {
    const found = await identity.identify(cameBackTo, redirect);
    return found.uid === '' || found.uid.includes('\0') ? 'unknown' : found;
  } catch (error) {
    log.warn({ err: error }, 'The identity provider sent no usable answer');
    return 'unknown';
  }
}

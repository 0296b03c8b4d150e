import { SessionNotKeptError, enterSession, pendingFlow } from '../../features/auth/sign-in-api.ts';
import { takeWantedAddress } from '../../features/auth/sessions/cached-user.ts';
import { asksForFactor, FACTOR_STATE } from '../../features/auth/factors/factor-step.ts';
import { api, authUrl } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';

type Landing = { to: string; mailSent: boolean; state?: object };

/** Asks the session for the result of a social login (specification 4.10). `error` is that of the address, if any. */
export async function completeProviderLogin(error: string | null): Promise<Landing> {
  if (error !== null) return leaveTo(paths.loginError(error));
  try {
    await api(authUrl('auth/session'));
    const user = await enterSession();
    return leaveTo(takeWantedAddress(user.isFreelancer ? paths.dashboard : paths.home));
  } catch (failure) {
    return landingAfter(failure);
  }
}

function landingAfter(failure: unknown): Landing {
  const flow = pendingFlow(failure);
  if (asksForFactor(failure)) return { to: paths.login, mailSent: false, state: FACTOR_STATE };
  if (flow === 'provider_signup') return leaveTo(paths.providerSignup);
  if (flow === 'verify_email') return { to: paths.verifyEmail, mailSent: true };
  const isNoSession =
    failure instanceof SessionNotKeptError || (failure instanceof ApiError && failure.status === 401);
  return leaveTo(paths.loginError(isNoSession ? 'session_invalid' : 'incomplete'));
}

function leaveTo(to: string): Landing {
  return { to, mailSent: false };
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, authUrl } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { enterStartedSession, findPending, pendingFlow } from '../sign-in-api.ts';

/** The login does not wait for its second step any more. */
export class LoginExpiredError extends Error {
  override name = 'LoginExpiredError';
}

/** A typed code, or the answer of a passkey. */
type Step = { code: string } | { credential: object };

/** Kinds of second step that the pending login accepts; none when it waits no more. */
export const stepTypesQuery = queryOptions({
  queryKey: ['pending-step'],
  queryFn: async () => {
    try {
      await api(authUrl('auth/session'));
    } catch (error) {
      if (isGuest(error)) return findPending(error)?.types ?? [];
      throw error;
    }
    return [];
  },
  staleTime: 0,
  gcTime: 0,
});

/** Gives the second step of a login, and says whether this browser is to be trusted. Throws LoginExpiredError. */
export function useGiveFactor() {
  return useMutation({
    mutationFn: async ({ trust, ...step }: { trust: boolean } & Step) => {
      await toTrust(step);
      try {
        await api(authUrl('auth/2fa/trust'), { method: 'POST', body: { trust } });
      } catch (error) {
        throw isGuest(error) ? new LoginExpiredError() : error;
      }
      return enterStartedSession();
    },
  });
}

/** The right code is answered by the next step that pends. */
async function toTrust(body: Step): Promise<void> {
  const call = 'code' in body ? 'auth/2fa/authenticate' : 'auth/webauthn/authenticate';
  try {
    await api(authUrl(call), { method: 'POST', body });
  } catch (error) {
    if (pendingFlow(error) === 'mfa_trust') return;
    throw isGuest(error) ? new LoginExpiredError() : error;
  }
}

function isGuest(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

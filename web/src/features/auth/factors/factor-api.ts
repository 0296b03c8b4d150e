import { useMutation } from '@tanstack/react-query';
import { api, authUrl } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { enterStartedSession, pendingFlow } from '../sign-in-api.ts';

/** The login does not wait for its second step any more. */
export class LoginExpiredError extends Error {
  override name = 'LoginExpiredError';
}

/** Gives the second step of a login, and says whether this browser is to be trusted. Throws LoginExpiredError. */
export function useGiveFactor() {
  return useMutation({
    mutationFn: async ({ code, trust }: { code: string; trust: boolean }) => {
      await toTrust(code);
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
async function toTrust(code: string): Promise<void> {
  try {
    await api(authUrl('auth/2fa/authenticate'), { method: 'POST', body: { code } });
  } catch (error) {
    if (pendingFlow(error) === 'mfa_trust') return;
    throw isGuest(error) ? new LoginExpiredError() : error;
  }
}

function isGuest(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

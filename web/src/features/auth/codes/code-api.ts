import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Flow } from '@vitrin/shared/contract/account/auth.ts';
import { api, authUrl } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { enterStartedSession, findPending } from '../sign-in-api.ts';

/** The address that this browser waits for a code at, and when another one may be sent (epoch milliseconds). */
export type PendingCode = { email: string; resendAt: number };

/** Asks which code this browser waits for, also after a reload; null when it waits for none. Never answered from the cache. */
export const pendingCodeQuery = queryOptions({
  queryKey: ['pending-code'],
  queryFn: fetchPendingCode,
  staleTime: 0,
  gcTime: 0,
});

async function fetchPendingCode(): Promise<PendingCode | null> {
  try {
    await api(authUrl('auth/session'));
    return null;
  } catch (error) {
    const pending = pendingCodeOf(error);
    if (pending || (error instanceof ApiError && error.status === 401)) return pending;
    throw error;
  }
}

/** The server tells how long to wait, so that a wrong clock of this device makes no difference. */
function pendingCodeOf(error: unknown): PendingCode | null {
  const flow: Flow | undefined = findPending(error);
  if (flow?.id !== 'login_by_code' || flow.email === undefined) return null;
  return { email: flow.email, resendAt: Date.now() + (flow.resend_after ?? 0) * 1000 };
}

/** Has a code mailed; resolves to the code that the browser waits for then. */
async function requestCode(email: string): Promise<PendingCode> {
  try {
    await api(authUrl('auth/code/request'), { method: 'POST', body: { email } });
  } catch (error) {
    // 401 with the pending step is this call's success.
    const pending = pendingCodeOf(error);
    if (pending) return pending;
    throw error;
  }
  throw new Error('The server has sent no code');
}

export function useRequestCode() {
  return useMutation({ mutationFn: requestCode });
}

/** Has another code mailed to the same address, also where the one before has expired (409). */
export function useResendCode() {
  return useMutation({
    mutationFn: async (email: string) => {
      try {
        await api(authUrl('auth/code/resend'), { method: 'POST' });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        return requestCode(email);
      }
      return fetchPendingCode();
    },
  });
}

export function useConfirmCode() {
  return useMutation({
    mutationFn: async (code: string) => {
      await api(authUrl('auth/code/confirm'), { method: 'POST', body: { code } });
      return enterStartedSession();
    },
  });
}

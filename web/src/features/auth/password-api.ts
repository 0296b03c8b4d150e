import { useMutation } from '@tanstack/react-query';
import type { ResetPassword, VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { api, authUrl } from '../../lib/api-client.ts';
import { enterSession } from './api.ts';

/** Whom a reset or invitation link is for; 4xx when it is unknown, used or expired. Consumes nothing. */
export function verifyToken(token: string): Promise<VerifiedToken> {
  return api('/users/verify_token/', { query: { token } });
}

/** Sets the password by a mailed link or an invitation and signs in. */
export function useResetPassword() {
  return useMutation({
    mutationFn: async (input: ResetPassword) => {
      await api('/users/reset_password/', { method: 'POST', body: input });
      return enterSession();
    },
  });
}

/** Asks for a reset link; known and unknown addresses get the same answer. */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) => api(authUrl('auth/password/request'), { method: 'POST', body: { email } }),
  });
}

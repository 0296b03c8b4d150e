import { useMutation } from '@tanstack/react-query';
import type { ResetPassword, User } from '@vitrin/shared/contract/users.ts';
import { useRef } from 'react';
import { api, authUrl } from '../../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { enterSession } from '../sign-in-api.ts';

/** Reports that the page of a mailed invitation was shown. Nothing waits for it, and a lost report does no harm. */
export async function noteInvitationOpened(token: string): Promise<void> {
  try {
    await api('/users/invitation_opened/', { method: 'POST', body: { token } });
  } catch (error) {
    console.error(error);
  }
}

/** Sets a password by a link and signs in. After a lost answer a used-up token means success, so it logs in instead. */
export function useResetPassword(username: string) {
  const lostPassword = useRef<string>(null);

  const setPassword = async (input: ResetPassword) => {
    try {
      await api('/users/reset_password/', { method: 'POST', body: input });
    } catch (error) {
      const wasLost = lostPassword.current !== null && isRefusedToken(error);
      if (!wasLost || !(await canLogIn(username, lostPassword.current ?? ''))) throw error;
    }
  };

  return useMutation({
    mutationFn: async (input: ResetPassword): Promise<User> => {
      try {
        await setPassword(input);
        return await enterSession();
      } catch (error) {
        if (error instanceof NetworkError) lostPassword.current = input.password;
        throw error;
      }
    },
  });
}

/** A used token is refused for the whole form, not for a field; a used invitation has a status of its own. */
function isRefusedToken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 410 || (error.status === 400 && Object.keys(error.fields).length === 0);
}

async function canLogIn(username: string, password: string): Promise<boolean> {
  try {
    await api(authUrl('auth/login'), { method: 'POST', body: { username, password } });
    return true;
  } catch (error) {
    if (error instanceof NetworkError) throw error;
    // 409: the password is right, and the lost try has signed in already.
    return error instanceof ApiError && error.status === 409;
  }
}

/** Requests a reset link; known and unknown addresses get the same answer. */
export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) => api(authUrl('auth/password/request'), { method: 'POST', body: { email } }),
  });
}

import { api, authUrl } from '../../../lib/api-client.ts';

/** Confirms the password of the person who is signed in; the session goes on with a fresh proof. */
export async function confirmPassword(password: string): Promise<void> {
  await api(authUrl('auth/reauthenticate'), { method: 'POST', body: { password } });
}

/** Confirms by a code of the account's app, or a recovery code. */
export async function confirmCode(code: string): Promise<void> {
  await api(authUrl('auth/2fa/reauthenticate'), { method: 'POST', body: { code } });
}

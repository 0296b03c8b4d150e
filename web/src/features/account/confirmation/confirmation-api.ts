import { api, authUrl } from '../../../lib/api-client.ts';

/** Confirms the password of the person who is signed in; the session goes on with a fresh proof. */
export async function confirmPassword(password: string): Promise<void> {
  await api(authUrl('auth/reauthenticate'), { method: 'POST', body: { password } });
}

/** Confirms by a code of the account's app, or a recovery code. */
export async function confirmCode(code: string): Promise<void> {
  await api(authUrl('auth/2fa/reauthenticate'), { method: 'POST', body: { code } });
}

/** Has a code mailed to the account's verified address, for accounts that have neither a password nor a factor. */
export async function mailProofCode(): Promise<void> {
  await api(authUrl('auth/code/reauthenticate/request'), { method: 'POST' });
}

export async function confirmMailedCode(code: string): Promise<void> {
  await api(authUrl('auth/code/reauthenticate'), { method: 'POST', body: { code } });
}

import { useMutation } from '@tanstack/react-query';
import type { ChangeUnverifiedEmail, EmailFromKey } from '@vitrin/shared/contract/users.ts';
import { api, authUrl } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { RESEND_KEY, readStored, writeStored } from '../../lib/storage.ts';

/** Shortest time between two verification mails (specification 3.5). */
const RESEND_COOL_DOWN_SECONDS = 180;

/** The account of a key and whether the key was used; 404 for an unknown or expired one. Does not use it up. */
export function getEmailFromKey(key: string): Promise<EmailFromKey> {
  return api('/users/get_email_from_key/', { query: { key } });
}

/** Verifies an address by its key, which is used up; resolves to true if a user is signed in. */
export async function verifyEmail(key: string): Promise<boolean> {
  try {
    await api(authUrl('auth/email/verify'), { method: 'POST', body: { key } });
    return true;
  } catch (error) {
    // Without a session a success is answered with 401 (specification 4.7).
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    return false;
  }
}

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => api(authUrl('account/email'), { method: 'PUT', body: { email } }),
  });
}

/** Replaces an address that was mistyped at registration and mails a verification link to the new one. */
export function useCorrectAddress() {
  return useMutation({
    mutationFn: (body: ChangeUnverifiedEmail) =>
      api('/users/change_unverified_email/', { method: 'POST', body }),
  });
}

/** Call it when a verification mail was sent, so that the cool-down is known, also after a reload. */
export function noteVerificationMail(now: number = Date.now()): void {
  writeStored('session', RESEND_KEY, String(now + RESEND_COOL_DOWN_SECONDS * 1000));
}

/** When the next mail may be requested (epoch milliseconds); null when at once. */
export function nextVerificationMailAt(): number | null {
  const at = Number(readStored('session', RESEND_KEY));
  return at > 0 ? at : null;
}

/** True if it has a local part, @ and a domain with a dot, and no space. */
export function looksLikeEmail(identifier: string): boolean {
  const text = identifier.trim();
  const at = text.lastIndexOf('@');
  const dot = text.indexOf('.', at + 2);
  return at > 0 && dot > 0 && dot < text.length - 1 && !/\s/.test(text);
}

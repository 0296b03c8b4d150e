import { useMutation } from '@tanstack/react-query';
import type { ChangeUnverifiedEmail, EmailFromKey } from '@vitrin/shared/contract/users.ts';
import { api, authUrl } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { RESEND_KEY, readStored, writeStored } from '../../lib/storage.ts';

/** Specification 3.5: a mail goes out at most once in this time. */
export const RESEND_COOL_DOWN_SECONDS = 180;

/** Whose key it is and whether it was used; 404 for an unknown or expired one. Consumes nothing. */
export function getEmailFromKey(key: string): Promise<EmailFromKey> {
  return api('/users/get_email_from_key/', { query: { key } });
}

/** Uses the key up. Resolves when the address is verified, signed in or not. */
export async function verifyEmail(key: string): Promise<void> {
  try {
    await api(authUrl('auth/email/verify'), { method: 'POST', body: { key } });
  } catch (error) {
    // Specification 4.7: without a session 401 is the success.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

export function useResendVerification() {
  return useMutation({
    mutationFn: (email: string) => api(authUrl('account/email'), { method: 'PUT', body: { email } }),
  });
}

/** Puts another address in place of one that was mistyped at registration, and mails a link to it. */
export function useCorrectAddress() {
  return useMutation({
    mutationFn: (body: ChangeUnverifiedEmail) =>
      api('/users/change_unverified_email/', { method: 'POST', body }),
  });
}

/** Called when a verification mail was sent, so that the screen can count the cool-down, also after a reload. */
export function noteVerificationMail(now: number = Date.now()): void {
  writeStored('session', RESEND_KEY, String(now + RESEND_COOL_DOWN_SECONDS * 1000));
}

/** When the next mail can be asked for (epoch milliseconds); null when at once. */
export function nextVerificationMailAt(): number | null {
  const at = Number(readStored('session', RESEND_KEY));
  return at > 0 ? at : null;
}

/** A local part, @, and a domain with a dot inside, without a space anywhere. */
export function looksLikeEmail(identifier: string): boolean {
  const text = identifier.trim();
  const at = text.lastIndexOf('@');
  const dot = text.indexOf('.', at + 2);
  return at > 0 && dot > 0 && dot < text.length - 1 && !/\s/.test(text);
}

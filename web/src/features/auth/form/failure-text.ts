import type { TFunction } from '../../../i18n/translator.ts';
import { errorText } from '../../../components/feedback/error-text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { AccountNotLoadedError, SessionNotKeptError } from '../sign-in-api.ts';

/**
 * The message above a form about accounts: refused cookies have their own, else the server's words, else `fallback`.
 */
export function authFailureText(t: TFunction, error: unknown, fallback: string): string {
  if (error instanceof SessionNotKeptError) return t('errors.cookiesBlocked');
  if (error instanceof AccountNotLoadedError) return t('auth.accountNotLoaded');
  return errorText(t, error, fallback);
}

/** The server's messages about fields, joined with commas (specification 2.4). */
export function signupFailureText(t: TFunction, error: unknown): string {
  const messages = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return messages.length > 0 ? messages.join(', ') : authFailureText(t, error, t('auth.registrationFailed'));
}

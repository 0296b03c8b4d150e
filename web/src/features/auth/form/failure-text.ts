import type { TFunction } from '../../../i18n/translator.ts';
import { errorText } from '../../../components/feedback/error-text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { OtherHostError } from '../passkeys/knows-passkeys.ts';
import { AccountNotLoadedError, SessionNotKeptError } from '../sign-in-api.ts';

/** Message above an account form: own texts for refused cookies and other hosts, the server's words, or `fallback`. */
export function authFailureText(t: TFunction, error: unknown, fallback: string): string {
  if (error instanceof SessionNotKeptError) return t('errors.cookiesBlocked');
  if (error instanceof AccountNotLoadedError) return t('auth.accountNotLoaded');
  if (error instanceof OtherHostError) return otherHostText(t, error);
  return errorText(t, error, fallback);
}

/** The sentence in the place of passkeys where the page's address has none (specification 3.21). */
export function otherHostText(t: TFunction, { host }: Pick<OtherHostError, 'host'>): string {
  const now = location.hostname;
  return host === null ? t('auth.passkeyNowhere', { now }) : t('auth.passkeyElsewhere', { host, now });
}

/** The server's messages about fields, joined with commas (specification 2.4). */
export function signupFailureText(t: TFunction, error: unknown): string {
  const messages = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return messages.length > 0 ? messages.join(', ') : authFailureText(t, error, t('auth.registrationFailed'));
}

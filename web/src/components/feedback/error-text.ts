import type { TFunction } from '../../i18n/translator.ts';
import { ApiError, CookiesRefusedError, NetworkError } from '../../lib/api-error.ts';

/**
 * Sentence for a failure (specification 10.2): a limit's duration, the server's words, a size refused, or `fallback`.
 */
export function errorText(t: TFunction, error: unknown, fallback?: string): string {
  if (error instanceof NetworkError) return t('errors.network');
  if (error instanceof CookiesRefusedError) return t('errors.cookiesBlocked');
  if (!(error instanceof ApiError)) return fallback ?? t('errors.generic');
  if (error.status === 429) return t('errors.tryAgainIn', { seconds: error.retryAfterSeconds });
  if (error.detail !== null) return error.detail;
  const messages = Object.values(error.fields).flat();
  if (messages.length > 0) return messages.join(', ');
  // Our server says it in its own words, so this answer comes from a proxy.
  if (error.status === 413) return t('errors.tooLargeBetween');
  return fallback ?? genericText(t, error.status);
}

function genericText(t: TFunction, status: number): string {
  if (status === 403) return t('errors.accessDenied');
  if (status === 404) return t('errors.notFound');
  if (status >= 500) return t('errors.server');
  return t('errors.generic');
}

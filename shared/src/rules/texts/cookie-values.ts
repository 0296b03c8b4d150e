/** Most values of a name: other sites on the host or a parent domain may set it too. */
const MOST_VALUES = 4;

/**
 * Set after a logout without an answer: the server ends the session of the next request with it (specification 3.9).
 */
export const LOGOUT_COOKIE = 'logout';

/** Form of the server's CSRF tokens, unlike those of other programs. */
export const CSRF_TOKEN = /^[\w-]{59}$/;

/** First four values of a cookie in our form, as sent. `header` is a Cookie header or `document.cookie`. */
export function cookieValues(header: string, name: string, form: RegExp): string[] {
  const values: string[] = [];
  for (const pair of header.split(';')) {
    const end = pair.indexOf('=');
    if (pair.slice(0, end).trim() !== name) continue;
    const value = pair.slice(end + 1).trim();
    if (!form.test(value) || values.includes(value)) continue;
    if (values.push(value) === MOST_VALUES) break;
  }
  return values;
}

/** Values of one name that are tried: sites on the same host or a parent domain may set cookies of that name too. */
const MOST_VALUES = 4;

/**
 * Set by a page after a logout that may have got no answer: the server ends the session of the next request
 * that carries it (specification 3.9).
 */
export const LOGOUT_COOKIE = 'logout';

/** Form of the server's CSRF tokens; those of other programs have another one. */
export const CSRF_TOKEN = /^[\w-]{59}$/;

/**
 * The first four values of a cookie's name that have the form of ours, in the order of the browser. `header` is a Cookie
 * header or `document.cookie`; values are taken as they are sent.
 */
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

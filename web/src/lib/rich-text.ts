/** SPEC 5: what a link in a description may lead to. */
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel', 'sms'];

/** Where a forbidden link leads instead (SPEC 5). */
export const BLANK = 'about:blank';

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/** Spaces and control characters hide a scheme from a reader but not from a browser. */
// oxlint-disable-next-line no-control-regex -- the point of the rule
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200d\u2028\u2029\ufeff]/g;

/** An address somebody typed, as it may stand in a link: without a scheme it is a site, a wrong one goes nowhere. */
export function linkAddress(typed: string): string {
  const address = typed.trim();
  const scheme = SCHEME.exec(address.replace(INVISIBLE, ''))?.[1];
  if (scheme === undefined) return address === '' ? BLANK : `https://${address.replace(/^\/+/, '')}`;
  return LINK_SCHEMES.includes(scheme.toLowerCase()) ? address : BLANK;
}

/** Whether a stored link may be shown as it is. */
export function isAllowedLink(address: string): boolean {
  return address === BLANK || linkAddress(address) === address;
}

/** SPEC 5: pictures by http and https, and png or jpeg as data. */
export function isAllowedImage(address: string): boolean {
  return /^https?:\/\//i.test(address) || /^data:image\/(png|jpe?g);base64,/i.test(address);
}

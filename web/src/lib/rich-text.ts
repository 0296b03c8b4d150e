import { BAD_LINK, linkAddress } from '@vitrin/shared/rules/texts/rich-text.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const MAIL = /^[^\s@:/?#<>]+@[^\s@:/?#<>]+\.[^\s@:/?#<>.]+$/;

/** Names of files with endings that are domains too. */
const FILE = /^[^/?#]+\.(?:ai|zip|mov|md|py|rs|sh|pl|ps|cc|so)$/i;

/** True for a link without a scheme: a site's name or mail address, but neither a file nor two joined sentences. */
export function isWrittenLink(text: string): boolean {
  if (MAIL.test(text)) return true;
  if (!/^[\p{L}\p{N}][^\s@:]*\.\p{L}{2}/u.test(text)) return false;
  return /^www\./i.test(text) || !(FILE.test(text) || /\.\p{Lu}\p{Ll}/u.test(text));
}

/** Link form of a typed address: a scheme is added to a site or mail address, a wrong one becomes about:blank. */
export function typedLinkAddress(typed: string): string {
  const address = typed.trim();
  if (address === '') return BAD_LINK;
  if (MAIL.test(address)) return linkAddress(`mailto:${address}`);
  return linkAddress(SCHEME.test(address) ? address : `https://${address.replace(/^\/+/, '')}`);
}

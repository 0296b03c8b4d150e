import { BAD_LINK, linkAddress } from '@vitrin/shared/rules/texts/rich-text.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const MAIL = /^[^\s@:/?#<>]+@[^\s@:/?#<>]+\.[^\s@:/?#<>.]+$/;

/** Names of files with endings that are domains too. */
const FILE = /^[^/?#]+\.(?:ai|zip|mov|md|py|rs|sh|pl|ps|cc|so)$/i;

/**
 * True for a text without a scheme that is a link as people write them: a site's name or a mail address, and neither a file's
 * name nor two sentences without a space between them.
 */
export function isWrittenLink(text: string): boolean {
  if (MAIL.test(text)) return true;
  if (!/^[\p{L}\p{N}][^\s@:]*\.\p{L}{2}/u.test(text)) return false;
  return /^www\./i.test(text) || !(FILE.test(text) || /\.\p{Lu}\p{Ll}/u.test(text));
}

/**
 * A typed address in the form that a link may have: without a scheme it is a site's or a mail address, a wrong one becomes about:blank.
 */
export function typedLinkAddress(typed: string): string {
  const address = typed.trim();
  if (address === '') return BAD_LINK;
  if (MAIL.test(address)) return linkAddress(`mailto:${address}`);
  return linkAddress(SCHEME.test(address) ? address : `https://${address.replace(/^\/+/, '')}`);
}

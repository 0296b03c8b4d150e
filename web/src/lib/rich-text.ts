import { BAD_LINK, linkAddress } from '@vitrin/shared/rules/texts/rich-text.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * A typed address in the form that a link may have: without a scheme it is a site's, a wrong one becomes about:blank.
 */
export function typedLinkAddress(typed: string): string {
  const address = typed.trim();
  if (address === '') return BAD_LINK;
  return linkAddress(SCHEME.test(address) ? address : `https://${address.replace(/^\/+/, '')}`);
}

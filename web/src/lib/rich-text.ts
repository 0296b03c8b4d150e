import { BAD_LINK, linkAddress } from '@vitrin/shared/rules/texts/rich-text.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** An address somebody typed as it may stand in a link: without a scheme it means a site, a wrong one leads nowhere. */
export function typedLinkAddress(typed: string): string {
  const address = typed.trim();
  if (address === '') return BAD_LINK;
  return linkAddress(SCHEME.test(address) ? address : `https://${address.replace(/^\/+/, '')}`);
}

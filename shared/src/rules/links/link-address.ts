export const MAX_ADDRESS_LENGTH = 2000;

/** Services with their own icon and preview, with their hosts; subdomains count too. */
const HOSTS = {
  figma: ['figma.com'],
  youtube: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
  vimeo: ['vimeo.com'],
  loom: ['loom.com'],
  github: ['github.com'],
  google_docs: ['docs.google.com', 'drive.google.com'],
} as const;

export const LINK_KINDS = ['figma', 'youtube', 'vimeo', 'loom', 'github', 'google_docs', 'other'] as const;
type LinkKind = (typeof LINK_KINDS)[number];

/** Stored form of an address: https, ASCII, punycode, no credentials; undefined for others (specification 6.21). */
export function linkAddress(given: string): string | undefined {
  const text = given.trim();
  if (text.length > MAX_ADDRESS_LENGTH || !/^https:\/\//i.test(text)) return undefined;
  const url = parsed(text);
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  // A name without a dot belongs to the reader's own network.
  if (!url.hostname.includes('.') || url.hostname.startsWith('[')) return undefined;
  return url.href.length > MAX_ADDRESS_LENGTH ? undefined : url.href;
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Host of a stored address with its port; look-alike letters are in punycode. */
export function linkHost(address: string): string {
  return new URL(address).host;
}

/** Service of a stored address, by its host alone. */
export function linkKind(address: string): LinkKind {
  const { hostname, port } = new URL(address);
  if (port !== '') return 'other';
  const isAt = (host: string) => hostname === host || hostname.endsWith(`.${host}`);
  return LINK_KINDS.find((kind) => kind !== 'other' && HOSTS[kind].some(isAt)) ?? 'other';
}

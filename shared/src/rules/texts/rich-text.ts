/** What descriptions may hold: the editor's toolbar plus lists. Server and web agree on it. */
export const RICH_TEXT_TAGS = [
  'p',
  'br',
  'h1',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'a',
  'img',
  'pre',
  'code',
  'blockquote',
  'hr',
  'ul',
  'ol',
  'li',
] as const;

/** Attributes by tag. What links and pictures get besides is added, never taken from the text. */
export const RICH_TEXT_ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  code: ['class'],
  ol: ['start'],
};

/** Set on every link: other people's pages open beside ours and learn nothing of it. */
export const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

/** Set on every picture: those by address load late and without a referrer. */
export const PICTURE_ATTRIBUTES = { loading: 'lazy', referrerpolicy: 'no-referrer' } as const;

export const LINK_PROTOCOLS = ['http', 'https', 'mailto', 'tel', 'sms'] as const;

/** What a link with any other protocol, or none, becomes. */
export const BAD_LINK = 'about:blank';

/** Browsers and servers take no longer one either. */
const MAX_ADDRESS_LENGTH = 2000;

/** The largest the database holds. */
const MAX_ID = 2 ** 31 - 1;

// oxlint-disable-next-line vitrin/linear-pattern -- one of a few words at the beginning
const LINK = new RegExp(`^(?:${LINK_PROTOCOLS.join('|')}):`, 'i');
const PICTURE_ADDRESS = /^https?:\/\/[^/]/i;
const PICTURE_DATA = /^data:image\/(?:png|jpeg);base64,[a-z0-9+/]+=*$/i;

/** The address a link may keep, else about:blank. Browsers skip control characters inside an address, so they go. */
export function linkAddress(href: string): string {
  if (href.length > MAX_ADDRESS_LENGTH) return BAD_LINK;
  const address = withoutControls(href).trim();
  return LINK.test(address) ? address : BAD_LINK;
}

/**
 * The address a picture may keep: http or https, png or jpeg data, or that of a stored picture, from the root. Of all
 * the addresses of this site, which `isOwnHost` knows, only those of stored pictures stay. Undefined: no picture.
 */
export function pictureAddress(
  src: string,
  isOwnHost: (host: string) => boolean = () => false,
): string | undefined {
  if (PICTURE_DATA.test(src)) return src;
  if (src.length > MAX_ADDRESS_LENGTH) return undefined;
  const address = withoutControls(src).trim();
  if (storedPictureId(address) !== undefined) return address;
  if (!PICTURE_ADDRESS.test(address) || !URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  if (!isOwnHost(host)) return address;
  return storedPictureId(pathname) === undefined ? undefined : pathname;
}

/** Where a picture that was put into a text is read. */
export function storedPictureAddress(id: number): string {
  return `/api/pictures/${id}/`;
}

/** The id in such an address, undefined for any other. */
export function storedPictureId(address: string): number | undefined {
  const [, digits] = /^\/api\/pictures\/([1-9]\d{0,9})\/$/.exec(address) ?? [];
  const id = Number(digits);
  return id <= MAX_ID ? id : undefined;
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

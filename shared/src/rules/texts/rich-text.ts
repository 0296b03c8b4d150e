/** Tags of descriptions: those of the editor's toolbar, and super- and subscripts. */
export const RICH_TEXT_TAGS: readonly string[] =
  'p br h1 h2 h3 h4 strong b em i u s sub sup a img pre code blockquote hr ul ol li table tbody tr th td'.split(
    ' ',
  );

/** Allowed attributes by tag. Further ones of links and pictures are added, never taken from the text. */
export const RICH_TEXT_ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'title', 'width', 'height'],
  code: ['class'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
};

/** Attributes of every link: it opens in its own tab without access to our page. */
export const LINK_ATTRIBUTES = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

/** Attributes of every picture: it loads late and without a referrer. */
export const PICTURE_ATTRIBUTES = { loading: 'lazy', referrerpolicy: 'no-referrer' } as const;

export const LINK_PROTOCOLS = ['http', 'https', 'mailto', 'tel', 'sms'] as const;

/** Replacement for a link with another protocol, or none. */
export const BAD_LINK = 'about:blank';

const MAX_ADDRESS_LENGTH = 2000;

const MAX_ID = 2 ** 31 - 1;

// oxlint-disable-next-line vitrin/linear-pattern -- one of a few words at the beginning
const LINK = new RegExp(`^(?:${LINK_PROTOCOLS.join('|')}):`, 'i');
const PICTURE_ADDRESS = /^https?:\/\/[^/]/i;
const PICTURE_DATA = /^data:image\/(?:png|jpeg);base64,[a-z0-9+/]+=*$/i;

/** Allowed address of a link, else about:blank; control characters are removed, since browsers skip them. */
export function linkAddress(href: string): string {
  if (href.length > MAX_ADDRESS_LENGTH) return BAD_LINK;
  const address = withoutControls(href).trim();
  return LINK.test(address) ? address : BAD_LINK;
}

/**
 * Allowed address of a picture (http(s), png or jpeg data, stored picture), else undefined. Pictures of this site
 * (`isOwnHost`) must be stored ones.
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

export function storedPictureAddress(id: number): string {
  return `/api/pictures/${id}/`;
}

export function storedPictureId(address: string): number | undefined {
  const [, digits] = /^\/api\/pictures\/([1-9]\d{0,9})\/$/.exec(address) ?? [];
  const id = Number(digits);
  return id <= MAX_ID ? id : undefined;
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

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

/** Characters of a description's HTML; the tags of its pictures are counted apart. */
export const MAX_DESCRIPTION_LENGTH = 100_000;

/** Characters of all the tags of a description's pictures, without the bytes of embedded ones. */
export const MAX_PICTURE_TAGS_LENGTH = 100_000;

export const MAX_PICTURES_IN_TEXT = 100;

/** Of a picture that is put into a text. */
export const MAX_PICTURE_BYTES = 1024 * 1024;

/** Browsers and servers take no longer one either. */
const MAX_ADDRESS_LENGTH = 2000;

/** The largest the database holds. */
const MAX_ID = 2 ** 31 - 1;

// oxlint-disable-next-line vitrin/linear-pattern -- one of a few words at the beginning
const LINK = new RegExp(`^(?:${LINK_PROTOCOLS.join('|')}):`, 'i');
const PICTURE_ADDRESS = /^https?:\/\/[^/]/i;
const PICTURE_DATA = /^data:image\/(?:png|jpeg);base64,[a-z0-9+/]+=*$/i;
const PICTURE_TAG = /<img\b[^<>]*>/gi;

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

/** What of a description is more than may be stored, measured before it is parsed, in time linear in its length. */
export function tooMuchOf(html: string): 'text' | 'pictures' | undefined {
  const { html: short, embedded } = takeOutEmbedded(html);
  let [count, tagsLength, bytesLength] = [0, 0, 0];
  for (const [tag] of short.matchAll(PICTURE_TAG)) {
    count += 1;
    tagsLength += tag.length;
    for (const [name] of tag.matchAll(EMBEDDED_NAME))
      bytesLength += (embedded.get(name)?.length ?? name.length) - name.length;
  }
  if (html.length - tagsLength - bytesLength > MAX_DESCRIPTION_LENGTH) return 'text';
  if (count > MAX_PICTURES_IN_TEXT || tagsLength > MAX_PICTURE_TAGS_LENGTH) return 'pictures';
  return undefined;
}

const EMBEDDED = /data:image\/(?:png|jpeg);base64,/gi;
const EMBEDDED_NAME = /embedded-[a-z0-9]*-\d+/g;
const UNQUOTED = /[a-z0-9+/=]*/iy;

/**
 * HTML with short names in place of the data addresses of embedded pictures, and these addresses by their names: so
 * the bytes of pictures are neither counted nor parsed as text. Nobody can foresee the names.
 */
export function takeOutEmbedded(html: string): { html: string; embedded: Map<string, string> } {
  const pieces: string[] = [];
  const embedded = new Map<string, string>();
  const prefix = `embedded-${Math.random().toString(36).slice(2)}-`;
  let from = 0;
  EMBEDDED.lastIndex = 0;
  for (let found = EMBEDDED.exec(html); found; found = EMBEDDED.exec(html)) {
    const start = found.index;
    const end = endOfData(html, start, EMBEDDED.lastIndex);
    const name = `${prefix}${embedded.size}`;
    embedded.set(name, html.slice(start, end));
    pieces.push(html.slice(from, start), name);
    from = end;
    EMBEDDED.lastIndex = end;
  }
  pieces.push(html.slice(from));
  return { html: pieces.join(''), embedded };
}

/** The same text with the addresses again in place of their names. */
export function putBackEmbedded(text: string, embedded: ReadonlyMap<string, string>): string {
  return embedded.size === 0 ? text : text.replaceAll(EMBEDDED_NAME, (name) => embedded.get(name) ?? name);
}

/** Up to the quote that closes the address or a tag that begins before it, else to the last character of base64. */
function endOfData(html: string, start: number, dataStart: number): number {
  const quote = html[start - 1];
  if (quote !== '"' && quote !== "'") {
    UNQUOTED.lastIndex = dataStart;
    UNQUOTED.test(html);
    return UNQUOTED.lastIndex;
  }
  const closed = html.indexOf(quote, dataStart);
  const data = html.slice(dataStart, closed < 0 ? html.length : closed);
  const tag = data.indexOf('<');
  return dataStart + (tag < 0 ? data.length : tag);
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

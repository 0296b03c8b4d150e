/** What descriptions may hold: the editor's toolbar plus lists (DECISIONS "Rich text"). Server and web agree on it. */
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

/** SPEC 5. */
export const LINK_PROTOCOLS = ['http', 'https', 'mailto', 'tel', 'sms'] as const;

/** What a link with any other protocol, or none, becomes (SPEC 5). */
export const BAD_LINK = 'about:blank';

/** Characters of a data URL: at most 1 MB for each picture. */
export const MAX_PICTURE_LENGTH = 1024 * 1024;

const LINK = new RegExp(`^(?:${LINK_PROTOCOLS.join('|')}):`, 'i');
const PICTURE_ADDRESS = /^https?:\/\/[^/]/i;
const PICTURE_DATA = /^data:image\/(?:png|jpeg);base64,[a-z0-9+/]+=*$/i;

/** The address a link may keep, else about:blank. Browsers skip control characters inside an address, so they go. */
export function linkAddress(href: string): string {
  const address = withoutControls(href).trim();
  return LINK.test(address) ? address : BAD_LINK;
}

/** The address a picture may keep: http, https, or png and jpeg data. Undefined: no picture. */
export function pictureAddress(src: string): string | undefined {
  const address = withoutControls(src).trim();
  return PICTURE_ADDRESS.test(address) || PICTURE_DATA.test(address) ? address : undefined;
}

function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, '');
}

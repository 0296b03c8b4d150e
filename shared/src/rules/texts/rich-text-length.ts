/** Most characters of a description's HTML; the tags of its pictures are counted apart. */
export const MAX_DESCRIPTION_LENGTH = 100_000;

/** Most characters of all tags of a description's pictures, without the bytes of embedded ones. */
const MAX_PICTURE_TAGS_LENGTH = 100_000;

const MAX_PICTURES_IN_TEXT = 100;

/** Most bytes of a picture in a text. */
export const MAX_PICTURE_BYTES = 1024 * 1024;

/** A description with names instead of the data addresses of its pictures, and these addresses by name. */
export type TakenOut = { html: string; embedded: Map<string, string> };

const PICTURE_TAG = /<img\b[^<>]*>/gi;

/**
 * Returns the limit that a description exceeds, without parsing it, in time linear in its length. The second
 * parameter is the result of takeOutEmbedded, if already computed.
 */
export function tooMuchOf(
  html: string,
  { html: short, embedded }: TakenOut = takeOutEmbedded(html),
): 'text' | 'pictures' | undefined {
  let [count, tagsLength, bytesLength] = [0, 0, 0];
  for (const [tag] of short.matchAll(PICTURE_TAG)) {
    count += 1;
    if (count > MAX_PICTURES_IN_TEXT) return 'pictures';
    tagsLength += tag.length;
    for (const [name] of tag.matchAll(EMBEDDED_NAME))
      bytesLength += (embedded.get(name)?.length ?? name.length) - name.length;
  }
  if (html.length - tagsLength - bytesLength > MAX_DESCRIPTION_LENGTH) return 'text';
  if (tagsLength > MAX_PICTURE_TAGS_LENGTH) return 'pictures';
  return undefined;
}

/**
 * Most addresses taken out, more than any text within the limits has: each counts there with 22 characters in the text
 * or 11 in a picture's tag. Further ones stay and count with their full length.
 */
const MAX_EMBEDDED = 15_000;

const EMBEDDED = /data:image\/(?:png|jpeg);base64,/gi;
const EMBEDDED_NAME = /embedded-[a-z0-9]*-\d+/g;
const UNQUOTED = /[a-z0-9+/=]*/iy;

/**
 * Replaces the data addresses of embedded pictures by short unpredictable names, so that the bytes of
 * pictures are neither counted nor parsed as text. Addresses beyond MAX_EMBEDDED stay.
 */
export function takeOutEmbedded(html: string): TakenOut {
  const pieces: string[] = [];
  const embedded = new Map<string, string>();
  const prefix = `embedded-${Math.random().toString(36).slice(2)}-`;
  let from = 0;
  EMBEDDED.lastIndex = 0;
  for (let found = EMBEDDED.exec(html); found && embedded.size < MAX_EMBEDDED; found = EMBEDDED.exec(html)) {
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

/** Puts embedded addresses back in place of their names. */
export function putBackEmbedded(text: string, embedded: ReadonlyMap<string, string>): string {
  return embedded.size === 0 ? text : text.replaceAll(EMBEDDED_NAME, (name) => embedded.get(name) ?? name);
}

/**
 * End of a data address: at the quote that closes it, at a tag that begins before that, else behind the last character
 * of base64.
 */
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

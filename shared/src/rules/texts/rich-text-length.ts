/** Characters of a description's HTML; the tags of its pictures are counted apart. */
export const MAX_DESCRIPTION_LENGTH = 100_000;

/** Characters of all the tags of a description's pictures, without the bytes of embedded ones. */
export const MAX_PICTURE_TAGS_LENGTH = 100_000;

export const MAX_PICTURES_IN_TEXT = 100;

/** Of a picture that is put into a text. */
export const MAX_PICTURE_BYTES = 1024 * 1024;

/** A description without the data addresses of its pictures, and these by the names that stand in their place. */
export type TakenOut = { html: string; embedded: Map<string, string> };

const PICTURE_TAG = /<img\b[^<>]*>/gi;

/**
 * What of a description is more than may be stored, measured before it is parsed, in time linear in its length. The
 * second value is what takeOutEmbedded made of it, where that is known already.
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
 * More addresses than any text within the limits: in the text each counts with 22 characters at least, in the tags of
 * pictures with its name's 11. Those beyond stay where they are and count as what they are.
 */
const MAX_EMBEDDED = 15_000;

const EMBEDDED = /data:image\/(?:png|jpeg);base64,/gi;
const EMBEDDED_NAME = /embedded-[a-z0-9]*-\d+/g;
const UNQUOTED = /[a-z0-9+/=]*/iy;

/**
 * HTML with short names in place of the data addresses of embedded pictures, and these addresses by their names: so
 * the bytes of pictures are neither counted nor parsed as text. Nobody can foresee the names. Of a text with far too many
 * the last stay as they are.
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

/** Puts embedded addresses back where takeOutEmbedded left their names. */
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

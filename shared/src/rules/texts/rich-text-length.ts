/** Most characters of a description's HTML without the tags of its pictures. */
export const MAX_DESCRIPTION_LENGTH = 100_000;

/** Most characters of all tags of a description's pictures, without embedded bytes. */
const MAX_PICTURE_TAGS_LENGTH = 100_000;

const MAX_PICTURES_IN_TEXT = 100;

export const MAX_PICTURE_BYTES = 1024 * 1024;

/** A description with names instead of the data addresses of its pictures, and the addresses by name. */
export type TakenOut = { html: string; embedded: Map<string, string> };

const PICTURE_TAG = /<img\b[^<>]*>/gi;

/** Exceeded limit of a description, if any, in linear time; `takenOut` avoids a second takeOutEmbedded. */
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

/** More than the limits of text allow, at 22 or 11 characters each; further addresses count in full. */
const MAX_EMBEDDED = 15_000;

const EMBEDDED = /data:image\/(?:png|jpeg);base64,/gi;
const EMBEDDED_NAME = /embedded-[a-z0-9]*-\d+/g;
const UNQUOTED = /[a-z0-9+/=]*/iy;

/**
 * Replaces data addresses by short unpredictable names, up to MAX_EMBEDDED, so that no bytes are counted or parsed as
 * text.
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

/** Replaces the names by their data addresses. */
export function putBackEmbedded(text: string, embedded: ReadonlyMap<string, string>): string {
  return embedded.size === 0 ? text : text.replaceAll(EMBEDDED_NAME, (name) => embedded.get(name) ?? name);
}

/** End of a data address: its closing quote, a tag before that, or the last character of base64. */
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

/** An opening, closing or empty element, or a text between them. */
export type XmlPiece =
  | { kind: 'open' | 'close' | 'empty'; name: string; attributes: string }
  | { kind: 'text'; text: string };

/** An element, or a text; comments and declarations are neither. Text that looks like one of them is escaped. */
const PIECE = /<(\/?)([\w:.-]{1,80})([^<>]*)>|<[^<>]*>|([^<]+)/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The elements and texts of XML in their order, with the prefixes as they are written there; takes linear time. */
export function* piecesOf(xml: string): Generator<XmlPiece, void> {
  for (const [, slash, name, rest = '', text] of xml.matchAll(PIECE)) {
    if (text !== undefined) yield { kind: 'text', text: plain(text) };
    else if (name !== undefined)
      yield { kind: slash ? 'close' : rest.endsWith('/') ? 'empty' : 'open', name, attributes: rest };
  }
}

/** The value of an attribute by its name and prefix. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const begin = attributes.indexOf(` ${name}="`);
  if (begin < 0) return undefined;
  const at = begin + name.length + 3;
  const end = attributes.indexOf('"', at);
  return end < 0 ? undefined : plain(attributes.slice(at, end));
}

/** A text of XML without its entities; unknown ones stay as they are. */
export function plain(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,4}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name)] ?? entity;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\u{fffd}';
  });
}

/** Texts that have made a program slow somewhere, each in any length. */
export const HOSTILE_TEXTS: Record<string, (length: number) => string> = {
  'one letter': (length) => 'x'.repeat(length),
  digits: (length) => '9'.repeat(length),
  spaces: (length) => `x${' '.repeat(length - 2)}x`,
  'range of spaces': (length) => `bytes=${' '.repeat(length / 2)}-${' '.repeat(length / 2 - 8)}x`,
  'marks out of order': (length) => '\u0301\u0316'.repeat(length / 4),
  'domain that ends badly': (length) => `a@${'ş'.repeat(length / 2 - 3)}!`,
  'domain of labels': (length) => `a@${'ş.'.repeat(length / 3 - 3)}com`,
  commas: (length) => ', '.repeat(length / 2),
  semicolons: (length) => '; a="\\'.repeat(length / 7),
  dots: (length) => '. '.repeat(length / 2),
  'percent signs': (length) => '%C5%9F'.repeat(length / 6),
  slashes: (length) => '../'.repeat(length / 3),
  quotes: (length) => '"\\'.repeat(length / 2),
  'angle brackets': (length) => '<'.repeat(length),
  'open tags': (length) => `${'<b>'.repeat(length / 3 - 2)}</q>`,
  'tags that never end': (length) => '<img '.repeat(length / 5),
  'comments in a link': (length) => `<a href="http://${'<!---->'.repeat(length / 7 - 3)}">`,
  entities: (length) => '&amp;lt;'.repeat(length / 8),
  'picture data': (length) => `<img src="data:image/png;base64,${'A'.repeat(length - 40)}">`,
  'picture data in short lines': (length) =>
    `<img src="data:image/png;base64,${'A \n'.repeat(length / 3 - 16)}">`,
  'many small pictures': (length) => '<img src="data:image/png;base64,iVBORw0KGgo=">'.repeat(length / 46),
  'addresses of pictures': (length) => '<img src="/api/pictures/1/">'.repeat(length / 28),
};

/** JSON of a type that the field does not accept, inserted unquoted. */
export const HOSTILE_JSON: Record<string, (length: number) => string> = {
  'nested lists': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'short lists': (length) => `[${'[],'.repeat(length / 3 - 1)}1]`,
  numbers: (length) => `[${'1,'.repeat(length / 2 - 2)}1]`,
  'long number': (length) => '1'.repeat(length),
  names: (length) => `{${Array.from({ length: length / 12 }, (_, n) => `"n${n}":1`).join(',')}}`,
};

/** Magic bytes of file formats. */
const FILE_HEADS: Record<string, string> = {
  PNG: '89504e470d0a1a0a0000000d4948445200007fff00007fff0806000000',
  JPEG: 'ffd8ffe000104a46494600',
  'JPEG of many sections': 'ffd8ffe10002ffe10002ffe10002',
  GIF: '474946383961ffffffff',
  WebP: '524946460f42400057454250565038580a',
  TIFF: '49492a0008000000ffff',
  AVIF: '0000001c6674797061766966',
  PDF: '255044462d312e37',
};

/** Files that begin with the magic bytes of a format and continue as something else, in any length. */
export const HOSTILE_BYTES: Record<string, (length: number) => Buffer> = Object.fromEntries(
  Object.entries(FILE_HEADS).flatMap(([kind, head]) =>
    ['00', 'ff', head, '3c737667'].map((unit) => [
      `${kind}, then ${unit.slice(0, 8)}`,
      (length: number) => Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(length, unit, 'hex')]),
    ]),
  ),
);

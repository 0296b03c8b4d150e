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

/** JSON that is not what the field takes, put there as it is. */
export const HOSTILE_JSON: Record<string, (length: number) => string> = {
  'nested lists': (length) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'short lists': (length) => `[${'[],'.repeat(length / 3 - 1)}1]`,
  numbers: (length) => `[${'1,'.repeat(length / 2 - 2)}1]`,
  'long number': (length) => '1'.repeat(length),
  names: (length) => `{${Array.from({ length: length / 12 }, (_, n) => `"n${n}":1`).join(',')}}`,
};

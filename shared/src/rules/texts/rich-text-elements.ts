import { RICH_TEXT_TAGS } from './rich-text.ts';

export const ALLOWED: ReadonlySet<string> = new Set(RICH_TEXT_TAGS);
export const WITHOUT_END: ReadonlySet<string> = new Set(['br', 'hr', 'img']);
export const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4']);
export const CELLS: ReadonlySet<string> = new Set(['td', 'th']);
export const TABLE_PARTS: ReadonlySet<string> = new Set(['table', 'tbody', 'tr', ...CELLS]);

export const ROW_ENDS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'tr']);

export const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  ...HEADINGS,
  'ul',
  'ol',
  'li',
  'pre',
  'blockquote',
  'hr',
  ...TABLE_PARTS,
]);

export const WITHOUT_CONTENT: ReadonlySet<string> = new Set(
  (
    'script style textarea option noscript noembed noframes iframe object svg math template title xmp ' +
    'plaintext'
  ).split(' '),
);

const IN_LINES =
  'a abbr acronym b bdi bdo big blink cite code data del dfn em font i img ins kbd label map mark nobr output ' +
  'picture q rb ruby s samp slot small span strike strong sub sup time tt u var wbr';

const HIDDEN =
  'area base basefont bgsound col colgroup datalist link meta noembed noframes noscript param rp script source style ' +
  'template title track';

const ENDS_NO_LINE = new Set(`${IN_LINES} ${HIDDEN}`.split(' '));

/** True if a tag separates the words before and after it, as unknown names do; those with a colon are Office marks. */
export function endsLine(name: string): boolean {
  return !ENDS_NO_LINE.has(name) && !name.includes(':');
}

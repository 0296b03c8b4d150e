import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { expect, test } from 'vitest';
import { RICH_TEXT_TAGS } from '@vitrin/shared/rules/texts/rich-text.ts';
import { storedText } from '../testing/stored-text.ts';

const TAGS = [
  ...RICH_TEXT_TAGS,
  'div',
  'thead',
  'caption',
  'colgroup',
  'col',
  'strike',
  'o:p',
  'svg',
  'q',
  'script',
  'style',
  'option',
  'font',
  'form',
];
const BROKEN = [
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?',
  '&',
  '&lt',
  '&#13;',
  '&#0;',
  '"',
  "'",
  '=',
  '\r',
  '\n',
];
const ADDRESSES = [
  'https://a.example/x',
  'javascript:alert(1)',
  '//x',
  'data:image/png;base64,AAAA',
  '2',
  '',
];

const tag = fc.constantFrom(...TAGS);
const piece = fc.oneof(
  tag.map((name) => `<${name}>`),
  tag.map((name) => `</${name}>`),
  fc
    .tuple(
      tag,
      fc.constantFrom('href', 'src', 'class', 'start', 'colspan', 'onclick'),
      fc.constantFrom(...ADDRESSES),
    )
    .map(([name, attribute, value]) => `<${name} ${attribute}="${value}">`),
  fc.constantFrom(...BROKEN),
  fc.string({ maxLength: 5, unit: 'grapheme' }),
);
const html = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('sanitised text is parsed by the HTML standard as written, and stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(html, async (given) => {
      const clean = await storedText(given);
      expect(await storedText(clean)).toBe(clean);
      // Elements that were not closed, or closed in the wrong order, would move when serialised again.
      const read = serialize(parseFragment(clean));
      expect(read).toBe(clean.replaceAll(' />', '>').replaceAll('\u00a0', '&nbsp;'));
    }),
    { numRuns: 2000 },
  );
});

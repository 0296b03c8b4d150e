import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, html as standard, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { withoutPictures } from './sanitize.ts';
import { storedText } from '../testing/stored-text.ts';

const { TAG_NAMES } = standard;

/** Elements that join the words around them: `display: inline` or `none` in the style sheet of the HTML standard. */
const JOINING = new Set(
  (
    'a abbr acronym area b base basefont bdi bdo bgsound big cite code col colgroup data datalist del dfn em font i ins ' +
    'kbd label link map mark meta nobr noembed noframes noscript output param picture q rb rp ruby s samp script ' +
    'slot small source span strike strong style sub sup template time title track tt u var wbr'
  ).split(' '),
);

/** Names of the HTML standard, the elements that it does not list, and some that no browser knows. */
const NAMES = [
  ...Object.values(TAG_NAMES)
    .map(String)
    .filter((name) => /^[a-z][a-z\d-]*$/.test(name)),
  ...'abbr audio bdi bdo canvas cite data datalist del dfn fieldset figure hgroup ins kbd map meter output'.split(
    ' ',
  ),
  ...'picture progress q samp search slot time legend details video my-element unknown'.split(' '),
];

/** Tags after which browsers read no further markup. */
const ENDS_MARKUP = new Set(['plaintext', 'frameset']);

/** The words of a text as browsers show them: elements other than formats stand apart. */
function wordsOf(html: string): string[] {
  const textOf = (node: DefaultTreeAdapterTypes.Node): string => {
    if ('value' in node) return node.value;
    const inside = 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
    return 'tagName' in node && !JOINING.has(node.tagName) ? ` ${inside} ` : inside;
  };
  return textOf(parseFragment(html)).split(/\s+/).filter(Boolean);
}

const AROUND = [
  ['', ''],
  ['<p>', '</p>'],
  ['<b>', '</b>'],
  ['<ul><li>', '</li></ul>'],
  ['<pre><code>', '</code></pre>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<blockquote>', '</blockquote>'],
  ['<b>'.repeat(50), ''],
  ['<table><tr><td>'.repeat(20), ''],
] as const;

test.each(NAMES)('words that stood apart at <%s> stay apart, and no word is torn', async (name) => {
  for (const [before, after] of AROUND) {
    const words = wordsOf(await storedText(`${before}one<${name}>two</${name}>three${after}`));
    const all = words.join(' ');
    if (JOINING.has(name)) expect(all).toMatch(/^one(two)?three$/);
    else if (ENDS_MARKUP.has(name)) expect(words[0]).toBe('one');
    else expect(all).toMatch(name === 'img' ? /^one twothree$/ : /^one (two )?three$/);
    const around = wordsOf(await storedText(`${before}one</${name}>two${after}`));
    if (JOINING.has(name)) expect(around).toEqual(['onetwo']);
  }
});

const WITH_WORDS = NAMES.filter(
  (name) =>
    !/^(script|style|textarea|option|select|noscript|noembed|noframes|iframe|object|svg|math|template|title|xmp)$/.test(
      name,
    ) && !ENDS_MARKUP.has(name),
);
const tag = fc.tuple(fc.constantFrom('', '/'), fc.constantFrom(...WITH_WORDS)).map(([slash, name]) => ({
  html: `<${slash}${name}>`,
  joins: JOINING.has(name),
  name,
  isStart: slash === '',
}));

test('words that stood apart are not joined, whatever tags stand between them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(tag, { maxLength: 4 }), { maxLength: 12 }), async (gaps) => {
      const html = gaps.map((tags, index) => `w${index}x${tags.map((each) => each.html).join('')}`).join('');
      const words = wordsOf(await storedText(html));
      const apart = new Set(
        gaps.flatMap((tags, index) => (tags.some(({ joins, isStart }) => !joins && isStart) ? [index] : [])),
      );
      for (const separator of apart) {
        if (separator + 1 < gaps.length)
          expect(words.join(' ')).not.toContain(`w${separator}xw${separator + 1}x`);
      }
      // Nothing is lost or reordered, except words that tables push before themselves.
      expect(words.join('')).toBe(gaps.map((_, index) => `w${index}x`).join(''));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['<div>line one</div><div>line two</div>', 'line one<br />line two'],
  ['<div>one</div><div><br></div><div>two</div>', 'one<br /><br />two'],
  ['<div>one<br></div>\n<div>two</div>', 'one<br />two'],
  ['<div>one</div><div>&nbsp;</div><div>two</div>', 'one<br />\u00a0<br />two'],
  ['<div><div><p>one</p></div></div><div>two</div>', '<p>one</p>two'],
  ['<p>one<section>two</section>three', '<p>one<br />two<br />three</p>'],
  ['<ul><li><div>one</div><div>two</div></li></ul>', '<ul><li>one<br />two</li></ul>'],
  ['<pre><div>one</div><div>two</div></pre>', '<pre>one\ntwo</pre>'],
  ['<dl><dt>one<dd><b>two</b></dl>', 'one<br /><b>two</b>'],
  ['one<b></b>two', 'one<b></b>two'],
  ['one<img src="x">two <img src="x">three', 'one two  three'],
])('lines of %j stay lines', async (given, kept) => {
  expect(await storedText(given)).toBe(kept);
  expect(await storedText(kept)).toBe(kept);
});

test('words around a picture that is left out stay apart', async () => {
  expect(await storedText('<p>one<img src="/api/pictures/900/">two</p>')).toBe('<p>one two</p>');
  expect(withoutPictures('<p>one<img src="/api/pictures/9/" />two</p>')).toBe('<p>one two</p>');
});

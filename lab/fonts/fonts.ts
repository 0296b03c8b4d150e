import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import { lettersOf, rangeOf } from './unicode-range.ts';

/**
 * Splits the fonts into the letters that a first visit needs and the rest, and writes them with their style
 * sheet into web/src/fonts. Run it after a change of a font's version or of the letters; the result is
 * committed.
 */
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'web/src/fonts');

/** The letters of English and Turkish, with the signs of our texts and prices. */
const FIRST_LETTERS =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~' +
  'ÇĞİÖŞÜÂÎÛçğıöşüâîû\u00A0©·×\u2010\u2011–—‘’“”•…₺€';

type Family = {
  name: string;
  /** The folder of the package and its style sheet. */
  source: string;
  sheet: string;
  weights: string;
  axes?: Parameters<typeof subsetFont>[2]['variationAxes'];
};

const FAMILIES: Family[] = [
  {
    name: 'Instrument Sans Variable',
    source: 'instrument-sans',
    sheet: 'wght.css',
    weights: '400 700',
  },
  {
    name: 'Fraunces Variable',
    source: 'fraunces',
    sheet: 'opsz.css',
    weights: '400 600',
    // One optical size, for headings between 28 and 76 px, the only use of this font.
    axes: { opsz: 64, wght: { min: 400, max: 600 } },
  },
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const rules = ['/* Written by lab/fonts/fonts.ts. */\n'];
for (const family of FAMILIES) {
  const source = path.join(root, 'node_modules/@fontsource-variable', family.source);
  copyFileSync(path.join(source, 'LICENSE'), path.join(folder, `${family.source}.LICENSE`));
  const faces = facesOf(readFileSync(path.join(source, family.sheet), 'utf8'));
  for (const face of faces) {
    await cut(family, source, face, 'first');
    await cut(family, source, face, 'rest');
  }
}
writeFileSync(path.join(folder, 'fonts.css'), rules.join('\n'));

type Face = { alphabet: string; file: string; range: string };

/** The `@font-face` rules of a package's style sheet. */
function facesOf(css: string): Face[] {
  const pattern =
    /url\(\.\/(files\/[a-z-]+?-(latin|latin-ext|vietnamese)-[a-z]+-normal\.woff2)\)[\s\S]*?unicode-range: ([^;]+);/g;
  return Array.from(css.matchAll(pattern), ([, file = '', alphabet = '', range = '']) => ({
    alphabet,
    file,
    range,
  }));
}

async function cut(family: Family, source: string, face: Face, part: 'first' | 'rest'): Promise<void> {
  const isFirst = (letter: number) => FIRST_LETTERS.includes(String.fromCodePoint(letter));
  const letters = lettersOf(face.range).filter((letter) => isFirst(letter) === (part === 'first'));
  if (letters.length === 0) return;
  const name = `${family.source}-${face.alphabet}${part === 'first' ? '-first' : ''}.woff2`;
  const font = await subsetFont(
    readFileSync(path.join(source, face.file)),
    String.fromCodePoint(...letters),
    {
      targetFormat: 'woff2',
      ...(family.axes && { variationAxes: family.axes }),
    },
  );
  writeFileSync(path.join(folder, name), font);
  console.log(`${name}: ${font.length} bytes`);
  rules.push(`@font-face {
  font-family: '${family.name}';
  font-weight: ${family.weights};
  font-display: swap;
  src: url('./${name}') format('woff2');
  unicode-range: ${rangeOf(letters)};
}
`);
}

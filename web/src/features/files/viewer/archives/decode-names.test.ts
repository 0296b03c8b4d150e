import { expect, test } from 'vitest';
import { decodeNames } from './decode-names.ts';

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ['UTF-8', ['Çağrı.pdf', '図面.pdf'], [hex('c38761c49f72c4b12e706466'), hex('e59bb3e99da22e706466')]],
  [
    'Shift-JIS',
    ['請求書_サンプル.txt', '図面.pdf', 'logo.png'],
    [hex('90bf8b818f915f835483938376838b2e747874'), hex('907d96ca2e706466'), hex('6c6f676f2e706e67')],
  ],
  [
    'code page 857',
    ['Işık çalışma/İğne.psd', 'şablon.docx'],
    [hex('499f8d6b2087616c8d9f6d612f98a76e652e707364'), hex('9f61626c6f6e2e646f6378')],
  ],
  ['code page 437', ['résumé.pdf', 'Größe.txt'], [hex('728273756d822e706466'), hex('477294e1652e747874')]],
])('names in %s are read as they were written', (_encoding, names, given) => {
  expect(decodeNames(given)).toEqual(names);
});

test('one name that is not UTF-8 decides for the whole archive', () => {
  // Alone, the bytes of the second name could be UTF-8.
  expect(decodeNames([hex('72826d82'), hex('c59f')])).toEqual(['rémé', '┼ƒ']);
});

test('an archive without names has none', () => {
  expect(decodeNames([])).toEqual([]);
});

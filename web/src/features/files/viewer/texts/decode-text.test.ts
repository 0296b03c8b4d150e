import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'Yarın teslim: çğıöşü İĞÜŞÖÇ €\n';
const bytes = (...parts: (number[] | Uint8Array)[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const utf8 = new TextEncoder().encode(TEXT);
/** Two bytes a letter; all letters of the text have one half. */
const utf16 = (isBig: boolean) =>
  Uint8Array.from({ length: TEXT.length * 2 }, (_, at) => {
    const code = TEXT.charCodeAt(at >> 1);
    return (at % 2 === 0) === isBig ? code >> 8 : code & 255;
  });

test.each([
  ['UTF-8', utf8],
  ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], utf8)],
  ['UTF-16 with a mark', bytes([0xff, 0xfe], utf16(false))],
  ['UTF-16 the other way round', bytes([0xfe, 0xff], utf16(true))],
  ['UTF-16 without a mark', utf16(false)],
])('%s is read as it was written', (_, given) => {
  expect(decodeText(given)).toBe(TEXT);
});

test('the letters of an older Windows are read as Turkish', () => {
  expect(decodeText(Uint8Array.from([0xfe, 0x20, 0xf0, 0xfd, 0xdd]))).toBe('ş ğıİ');
});

test('a letter that is cut off at the end is left out', () => {
  expect(decodeText(new TextEncoder().encode('aç').subarray(0, 2))).toBe('a');
});

test('any bytes are some text', () => {
  const noise = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 256);
  expect(decodeText(noise).length).toBeGreaterThan(0);
  expect(decodeText(new Uint8Array())).toBe('');
});

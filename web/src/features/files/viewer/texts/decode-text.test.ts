import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const TEXT = 'Yarın teslim: çğıöşü İĞÜŞÖÇ €\n';
const bytes = (...parts: (number[] | Uint8Array)[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const utf8 = new TextEncoder().encode(TEXT);
/** UTF-16, two bytes a letter; all letters of the text share one byte. */
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

test('a text of a Japanese Windows is read as it was written, even if its end is cut off', () => {
  const given = Uint8Array.from([
    0x94, 0x5b, 0x95, 0x69, 0x8f, 0x91, 0x20, 0x41, 0x34, 0x0a, 0x8d, 0x87, 0x8c, 0x76, 0x82, 0xcd, 0x31,
    0x32, 0x2c, 0x30, 0x30, 0x30, 0x89, 0x7e, 0x82, 0xc5, 0x82, 0xb7, 0x81, 0x42,
  ]);
  expect(decodeText(given)).toBe('納品書 A4\n合計は12,000円です。');
  expect(decodeText(given.subarray(0, -3))).toBe('納品書 A4\n合計は12,000円で');
});

test('a truncated letter at the end is left out', () => {
  expect(decodeText(new TextEncoder().encode('aç').subarray(0, 2))).toBe('a');
});

test('any bytes are decoded to some text', () => {
  const noise = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7919) % 256);
  expect(decodeText(noise).length).toBeGreaterThan(0);
  expect(decodeText(new Uint8Array())).toBe('');
});

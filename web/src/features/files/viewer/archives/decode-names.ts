import { readShiftJis } from '../texts/shift-jis.ts';

/** Letters of the bytes from 128 on: as zips have them by their format, and as Windows in Turkish writes them. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ' +
  'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const CP857 =
  'ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞş' +
  'áíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\ufffdÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµ\ufffd×ÚÛÙìÿ¯´\u00ad±\ufffd¾¶§÷¸°¨·¹³²■\u00a0';

const TURKISH = /[ğĞşŞıİ]/;
const NOT_TURKISH = /[^\p{ASCII}çÇğĞıİöÖşŞüÜâÂîÎûÛ]/u;

/** Names of undeclared encoding, one for all: UTF-8, then Shift-JIS, code page 857 for Turkish text, else 437. */
export function decodeNames(names: readonly Uint8Array[]): string[] {
  return DECODERS.reduce<string[] | undefined>((found, decode) => found ?? decode(names), undefined) ?? [];
}

type Decode = (names: readonly Uint8Array[]) => string[] | undefined;

const DECODERS: readonly Decode[] = [
  (names) => {
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      return names.map((name) => decoder.decode(name));
    } catch {
      return undefined;
    }
  },
  (names) => readShiftJis(joined(names))?.split('\n'),
  (names) => {
    const read = names.map((name) => byTable(name, CP857));
    const text = read.join('');
    return TURKISH.test(text) && !NOT_TURKISH.test(text) ? read : undefined;
  },
  (names) => names.map((name) => byTable(name, CP437)),
];

/** The names as lines; a line end in one of them, which no program writes, is a space. */
function joined(names: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(
    Math.max(
      0,
      names.reduce((length, name) => length + name.length + 1, -1),
    ),
  );
  bytes.fill(NEWLINE);
  let at = 0;
  for (const name of names) {
    bytes.set(
      name.map((byte) => (byte === NEWLINE ? 32 : byte)),
      at,
    );
    at += name.length + 1;
  }
  return bytes;
}

const NEWLINE = 10;

function byTable(name: Uint8Array, table: string): string {
  let text = '';
  for (const byte of name) text += byte < 128 ? String.fromCharCode(byte) : (table[byte - 128] ?? '');
  return text;
}

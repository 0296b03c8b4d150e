import { expect, test } from 'vitest';
import { MARK_DIGITS } from '../../shared/src/rules/receipts/receipt-lines.ts';
import { verifyReceipt } from '../../shared/src/rules/receipts/verify-receipt.ts';
import { receiptTools } from '../verify-receipt.ts';
import {
  aboveOf,
  importedReceipt,
  keys,
  ledger,
  RECEIPT,
  receiptOf,
  saysOf,
  sha256,
  signed,
  STAMPED,
} from './example-receipts.ts';

const ALTERATIONS = 10_000;
const RECEIPTS = [RECEIPT, STAMPED, importedReceipt(), importedReceipt(keys, 30)];

/** Numbers that look random and are the same in each run. */
function randomly(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Pick = (below: number) => number;

const ALTERING: Record<string, (lines: string[], pick: Pick) => string[]> = {
  change(lines, pick) {
    const [at, line] = someLine(lines, pick);
    const position = pick(line.length);
    const other = line[position] === '7' ? '8' : '7';
    return lines.with(at, line.slice(0, position) + other + line.slice(position + 1));
  },
  delete(lines, pick) {
    return lines.toSpliced(pick(lines.length), 1);
  },
  insert(lines, pick) {
    const line = pick(2) === 0 ? (lines[pick(lines.length)] ?? '') : 'x'.repeat(pick(300));
    return lines.toSpliced(pick(lines.length + 1), 0, line);
  },
  swap(lines, pick) {
    const [one, other] = [pick(lines.length), pick(lines.length)];
    return lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '');
  },
  cut(lines, pick) {
    const [at, line] = someLine(lines, pick);
    const kept = pick(line.length + 1);
    // Without its comma, an entry or a person is the last one of a shorter list, of which the next line is missing.
    const isLast = line.startsWith('{"') && kept === line.length - 1;
    return [...lines.slice(0, at), ...(isLast ? [] : [line.slice(0, kept)])];
  },
};

function someLine(lines: string[], pick: Pick): [number, string] {
  for (;;) {
    const at = pick(lines.length);
    const line = lines[at] ?? '';
    if (line !== '') return [at, line];
  }
}

test(`each of ${ALTERATIONS} alterations is found, at the first line that differs`, async () => {
  const pick = randomly(2026);
  const kinds = Object.entries(ALTERING);
  const wrong: string[] = [];
  for (let number = 0; number < ALTERATIONS; number += 1) {
    const receipt = RECEIPTS[number % RECEIPTS.length] ?? '';
    const original = receipt.split('\n');
    const [kind, alter] = kinds[number % kinds.length] ?? ['', () => []];
    let altered = alter(original, pick);
    while (altered.join('\n') === receipt) altered = alter(original, pick);
    const first = altered.findIndex((line, index) => line !== original[index]);
    const line = first < 0 ? altered.length + 1 : first + 1;
    const result = await verifyReceipt(altered.join('\n'), receiptTools);
    if (result.isGenuine || result.line !== line)
      wrong.push(`${kind} at ${line}: ${JSON.stringify(result)}\n${altered[line - 1]}`);
  }
  expect(wrong.slice(0, 5)).toEqual([]);
});

/** The texts that a lenient decoder takes for the same bytes: the last bits of the last character differ. */
function sameBytes(base64: string): string[] {
  const digits = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
  const at = base64.indexOf('=') - 1;
  const others = digits.map((digit) => base64.slice(0, at) + digit + base64.slice(at + 1));
  const bytes = Buffer.from(base64, 'base64');
  return others.filter((other) => other !== base64 && Buffer.from(other, 'base64').equals(bytes));
}

test.each([
  ['signature', 15, 1],
  ['public key', 3, 0],
])('a %s that is written otherwise is altered, though its bytes are the same', async (_, count, fromEnd) => {
  const lines = RECEIPT.split('\n');
  const at = lines.length - 3 - fromEnd;
  const base64 = /"([A-Za-z0-9+/]+=+)"/.exec(lines[at] ?? '')?.[1] ?? '';
  const others = sameBytes(base64);
  expect(others).toHaveLength(count);
  for (const other of [...others, base64.replace('=', ''), `${base64}=`, ` ${base64}`]) {
    const altered = lines.with(at, (lines[at] ?? '').replace(base64, other)).join('\n');
    expect(await verifyReceipt(altered, receiptTools)).toEqual({ isGenuine: false, line: at + 1 });
  }
});

test('a key or a signature in a list is altered, though decoders of browsers read it', async () => {
  const isSigned: typeof receiptTools.isSigned = (text, ...given) => {
    const [signature = '', key = ''] = given.map(String);
    return receiptTools.isSigned(text, signature, key);
  };
  for (const [line, name] of [
    [55, '"ed25519":'],
    [56, '"public_key": '],
  ] as const) {
    const listed = RECEIPT.replace(new RegExp(`(${name})("[^"]+")`), '$1[$2]');
    const tools = { ...receiptTools, isSigned };
    expect(await verifyReceipt(listed, tools)).toEqual({ isGenuine: false, line });
  }
});

/** Lines of the receipt, counted from 1: head, 42 entries, two people, a stamp. */
test.each<[string, number, (lines: string[]) => string[]]>([
  ['another first line', 1, (lines) => lines.with(0, '{ ')],
  ['another format', 2, (lines) => lines.with(1, '"format": "vitrin receipt 2",')],
  ['a freelancer that is no text', 4, (lines) => lines.with(3, '"freelancer": ada,')],
  ['something else before its entries', 6, (lines) => lines.with(5, '"lines": [')],
  ['an entry of another device', 16, (lines) => lines.with(15, (lines[15] ?? '').replace('phone', 'tablet'))],
  ['an entry that is there twice', 16, (lines) => lines.with(15, lines[14] ?? '')],
  ['something else behind its entries', 49, (lines) => lines.with(48, '], ')],
  ['something else before its people', 50, (lines) => lines.with(49, '"persons": [')],
  ['a person of another name', 52, (lines) => lines.with(51, (lines[51] ?? '').replace('ayşe', 'eve'))],
  ['people without an end', 53, (lines) => lines.toSpliced(52, 1)],
  ['a stamp of more entries', 54, (lines) => lines.with(53, (lines[53] ?? '').replace(':30,', ':31,'))],
])('%s is found though it was signed, and though the signature is gone', async (_what, line, alter) => {
  const given = ledger();
  const altered = signed(alter(aboveOf(given, 30)), saysOf(given));
  expect(await verifyReceipt(altered, receiptTools)).toEqual({ isGenuine: false, line });
  const unsigned = altered.replace('"signature": ', '"sign": ');
  expect(await verifyReceipt(unsigned, receiptTools)).toEqual({ isGenuine: false, line });
});

test('a ledger that follows another line is found at its first entry', async () => {
  const given = ledger(sha256('another'));
  expect(await verifyReceipt(receiptOf(given), receiptTools)).toEqual({ isGenuine: false, line: 7 });
});

test.each([{ entries: 41 }, { head: sha256('another') }])(
  'a statement that says %j of other lines is found',
  async (says) => {
    const given = ledger();
    const text = signed(aboveOf(given), { ...saysOf(given), ...says });
    expect(await verifyReceipt(text, receiptTools)).toEqual({ isGenuine: false, line: 54 });
  },
);

test.each([{ entries: '42' }, { made_at: 7 }, { lines: null }, { lines: 'abc' }])(
  'a statement with %j is none, though it was signed',
  async (says) => {
    const given = ledger();
    const text = signed(aboveOf(given), { ...saysOf(given), ...says });
    expect(await verifyReceipt(text, receiptTools)).toEqual({ isGenuine: false, line: 1 });
  },
);

test.each([/"ed25519":"[^"]+"/, /"of":"\w+"/])(
  'a signature without the text %s is found before the key that was altered too',
  async (text) => {
    const altered = RECEIPT.replace(text, (found) => found.replace(/:.*/, ':7'));
    const line = { isGenuine: false, line: 55 };
    expect(
      await verifyReceipt(altered.replace(/"public_key": .*/, '"public_key": ""'), receiptTools),
    ).toEqual(line);
  },
);

test('a statement that was taken away with its hash is missed where it stood', async () => {
  const text = RECEIPT.replace(/"statement": .*/, '"statement": null,');
  const alone = text.replace(/"of":"\w+"/, `"of":"${sha256('null')}"`);
  expect(await verifyReceipt(alone, receiptTools)).toEqual({ isGenuine: false, line: 54 });
});

test('a replaced line with the same mark, which takes much time to find, is detected all the same', async () => {
  const lines = RECEIPT.split('\n');
  // An altered entry breaks the chain; any other line changes only the hash of the whole, which does not show
  // which line it was.
  for (const [at, word, line] of [
    [15, 'phone', 16],
    [3, 'ada', 1],
  ] as const) {
    const signedLine = lines[at] ?? '';
    const other = signedLine.replace(word, 'other');
    const mark = sha256(signedLine).slice(0, MARK_DIGITS);
    const hash = (text: string) => (text === other ? mark + sha256(text).slice(MARK_DIGITS) : sha256(text));
    const altered = lines.with(at, other).join('\n');
    const tools = { ...receiptTools, sha256: hash };
    expect(await verifyReceipt(altered, tools)).toEqual({ isGenuine: false, line });
  }
});

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  type LedgerFact,
  ledgerLine,
  NO_LINE,
  personText,
} from '../shared/src/rules/receipts/ledger-lines.ts';
import {
  MARK_DIGITS,
  receiptEnd,
  receiptHead,
  receiptPeople,
  withCommas,
} from '../shared/src/rules/receipts/receipt-lines.ts';
import { verifyReceipt } from '../shared/src/rules/receipts/verify-receipt.ts';
import { describeReceipt, receiptTools } from './verify-receipt.ts';

const ALTERATIONS = 10_000;
const keys = generateKeyPairSync('ed25519');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const publicText = (key: KeyObject) =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

/** A ledger of 20 files that one of two people downloaded each. */
function ledger(): { lines: string[]; people: { person: string; name: string; salt: string }[] } {
  const people = ['deniz', 'ayşe'].map((name, index) => {
    const salt = sha256(`salt ${index}`).slice(0, 32);
    return { person: sha256(personText(salt, name)), name, salt };
  });
  const facts: LedgerFact[] = [
    { kind: 'ledger_begun', ledger: '6f1c', project: 7 },
    { kind: 'version_ready', version: '1.0', version_id: 3 },
  ];
  for (let file_id = 1; file_id <= 20; file_id += 1) {
    const file = { file: `ölçü ${file_id}.pdf`, file_id, sha256: sha256(`${file_id}`) };
    facts.push({ kind: 'file_added', ...file, version_id: 3, size: file_id * 1000 });
    facts.push({ kind: 'downloaded', ...file, person: people[file_id % 2]?.person ?? '', device: 'phone' });
  }
  let previous = NO_LINE;
  const lines = facts.map((fact, index) => {
    const line = ledgerLine(index + 1, '2026-11-20T10:00:00.000Z', fact, previous);
    previous = sha256(line);
    return line;
  });
  return { lines, people };
}

/** A receipt whose first `stamped` entries an authority has confirmed. */
function receiptOf(
  { lines, people }: ReturnType<typeof ledger>,
  { publicKey, privateKey } = keys,
  stamped = 0,
): string {
  const about = { project: { id: 7, name: 'Kış' }, freelancer: 'ada', not_proven: 'Much.' };
  const head = sha256(lines[stamped - 1] ?? '');
  const stamp = { entries: stamped, head, at: '2026-11-21T09:00:00.000Z', token: 'MIIE' };
  const end = stamped > 0 ? receiptPeople(people, stamp) : receiptPeople(people);
  const above = [...receiptHead(about), ...withCommas(lines), ...end];
  const key = publicText(publicKey);
  const statement = JSON.stringify({
    made_at: '2026-11-21T10:00:00.000Z',
    ledger: '6f1c',
    entries: lines.length,
    head: sha256(lines.at(-1) ?? ''),
    above: sha256(above.map((line) => `${line}\n`).join('')),
    lines: above.map((line) => sha256(line).slice(0, MARK_DIGITS)).join(''),
    key,
  });
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64');
  return [...above, ...receiptEnd(statement, sha256(statement), signature, key)].join('\n');
}

const RECEIPT = receiptOf(ledger());
const STAMPED = receiptOf(ledger(), keys, 30);

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
    const place = pick(line.length);
    const other = line[place] === '7' ? '8' : '7';
    return lines.with(at, line.slice(0, place) + other + line.slice(place + 1));
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
    // At the end of a line, or within it: but not so late that only its comma is missing.
    const rest = pick(2) === 0 || line.length < 4 ? '' : line.slice(0, 1 + pick(line.length - 3));
    return [...lines.slice(0, at), rest];
  },
};

function someLine(lines: string[], pick: Pick): [number, string] {
  for (;;) {
    const at = pick(lines.length);
    const line = lines[at] ?? '';
    if (line !== '') return [at, line];
  }
}

test(`of ${ALTERATIONS} alterations each is found, at the first line that differs`, async () => {
  const pick = randomly(2026);
  const kinds = Object.entries(ALTERING);
  const wrong: string[] = [];
  for (let number = 0; number < ALTERATIONS; number += 1) {
    const receipt = number % 2 === 0 ? RECEIPT : STAMPED;
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

test('what was not altered is genuine, also where a person has been erased', async () => {
  const whole = { isGenuine: true, project: 'Kış', freelancer: 'ada', entries: 42 };
  expect(await verifyReceipt(RECEIPT, receiptTools)).toMatchObject(whole);
  const { lines, people } = ledger();
  expect(await verifyReceipt(receiptOf({ lines, people: people.slice(1) }), receiptTools)).toMatchObject(
    whole,
  );
});

test('what an authority confirmed is told, and a stamp of another line is none of this ledger', async () => {
  expect(await verifyReceipt(RECEIPT, receiptTools)).toMatchObject({ stamp: undefined });
  const { lines, people } = ledger();
  const head = sha256(lines[29] ?? '');
  expect(await verifyReceipt(STAMPED, receiptTools)).toMatchObject({ stamp: { entries: 30, head } });
  expect((await describeReceipt(STAMPED)).words).toContain(
    `openssl ts -verify -digest ${head} -in token -token_in -CAfile`,
  );
  const elsewhere = lines.with(29, (lines[29] ?? '').replace('phone', 'tablet'));
  const about = { entries: 30, head: sha256(elsewhere[29] ?? ''), at: '', token: '' };
  const moved = STAMPED.replace(/"stamp": .*/, `"stamp": ${JSON.stringify(about)},`);
  const stampLine = moved.split('\n').findIndex((line) => line.startsWith('"stamp"')) + 1;
  expect(stampLine).toBe(6 + lines.length + people.length + 4);
  expect(await verifyReceipt(moved, receiptTools)).toEqual({ isGenuine: false, line: stampLine });
});

test('a ledger that was altered before it was signed breaks at its line', async () => {
  const { lines, people } = ledger();
  const altered = lines.with(9, (lines[9] ?? '').replace('phone', 'tablet'));
  const result = await verifyReceipt(receiptOf({ lines: altered, people }), receiptTools);
  expect(result).toEqual({ isGenuine: false, line: 6 + 10 });
});

test('the commands of the documentation check a receipt with openssl alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-receipt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'receipt.json'), RECEIPT);
  const page = readFileSync(path.join(import.meta.dirname, '../docs/specification/11-delivery.md'), 'utf8');
  const run = (command: string) =>
    execFileSync('sh', ['-e', '-c', command], { cwd: folder, encoding: 'utf8' });
  const [line = '', signature = ''] = Array.from(page.matchAll(/```sh\n([^`]+)```/g), ([, block]) => block);
  expect(run(line)).toContain(sha256(ledger().lines[2] ?? ''));
  expect(run(signature)).toContain('Signature Verified Successfully');
  const above = /`(sed [^`]+)`/.exec(page)?.[1] ?? '';
  expect(RECEIPT).toContain(run(above).trim().split(' ').at(-1));
  writeFileSync(path.join(folder, 'receipt.json'), RECEIPT.replace('"entries":42', '"entries":41'));
  expect(() => run(signature)).toThrow('Command failed');
});

test('a receipt that somebody else signed anew is told by its key alone', async () => {
  const forged = receiptOf(ledger(), generateKeyPairSync('ed25519'));
  const given = JSON.stringify({
    keys: [{ public_key: publicText(keys.publicKey), created_at: '2026-11-20T10:00:00.000Z' }],
  });
  expect((await describeReceipt(RECEIPT, given)).isGood).toBe(true);
  expect(await describeReceipt(forged, given)).toMatchObject({
    isGood: false,
    words: expect.stringContaining('NONE') as string,
  });
});

test.each([
  '',
  '{}',
  'null',
  '[]',
  '\n'.repeat(64),
  '{'.repeat(64_000),
  '"statement": null,\n"signature": null,\n"public_key": null',
  '"statement": {},\n"signature": {"of":"","ed25519":""},\n"public_key": ""',
])('what is no receipt at all is altered: %j', async (text) => {
  expect((await verifyReceipt(text, receiptTools)).isGenuine).toBe(false);
});

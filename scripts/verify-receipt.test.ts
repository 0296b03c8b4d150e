import { generateKeyPairSync } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyReceipt } from '../shared/src/rules/receipts/verify-receipt.ts';
import {
  importedReceipt,
  keys,
  ledger,
  publicText,
  RECEIPT,
  receiptOf,
  sha256,
  STAMPED,
} from './receipts/example-receipts.ts';
import { describeReceipt, receiptTools } from './verify-receipt.ts';

test('an unaltered receipt is genuine, even if a person has been erased', async () => {
  const whole = { isGenuine: true, project: 'Kış', freelancer: 'ada', entries: 42 };
  expect(await verifyReceipt(RECEIPT, receiptTools)).toMatchObject(whole);
  const { lines, people } = ledger();
  expect(await verifyReceipt(receiptOf({ lines, people: people.slice(1) }), receiptTools)).toMatchObject(
    whole,
  );
});

test('the confirmation of an authority is reported, and a stamp of another line is rejected', async () => {
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

test('imported facts are summed up apart from the entries, as not attested', async () => {
  const { isGood, words } = await describeReceipt(importedReceipt());
  expect(isGood).toBe(true);
  expect(words).toContain('Unaltered: 42 entries');
  expect(words).toContain(
    'From another installation, not attested here, and apart from the entries: looks 7, complete downloads 2.',
  );
  expect((await describeReceipt(RECEIPT)).words).not.toContain('attested');
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

test('a receipt signed again by someone else differs only in its key', async () => {
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

const WITHDRAWN_AT = '2026-11-22T00:00:00.000Z';
const withdrawn = JSON.stringify({
  keys: [
    {
      public_key: publicText(keys.publicKey),
      created_at: '2026-11-20T10:00:00.000Z',
      withdrawn_at: WITHDRAWN_AT,
    },
  ],
});
const answer = (line: object) =>
  JSON.stringify({ hash: sha256(ledger().lines.at(-1) ?? ''), at: '2026-11-21T23:59:59.999Z', ...line });

test('a receipt of a withdrawn key is good only with its last entry in the ledger of the installation, from before', async () => {
  const alone = await describeReceipt(RECEIPT, withdrawn);
  expect(alone.isGood).toBe(false);
  for (const words of [
    `it was WITHDRAWN: from ${WITHDRAWN_AT} on others may have signed with it, and the time in the receipt proves nothing`,
    'Nothing confirms its entries: do not trust it.',
    `GET /api/ledger-lines/?project=7&number=42&hash=${sha256(ledger().lines.at(-1) ?? '')}`,
  ])
    expect(alone.words).toContain(words);
  const confirmed = await describeReceipt(RECEIPT, withdrawn, answer({}));
  expect(confirmed.isGood).toBe(true);
  expect(confirmed.words).toContain('Its entries hold all the same');
  expect(confirmed.words).toContain(
    'The names of project and freelancer, and all else beside the entries, are not confirmed.',
  );
  for (const line of [{ at: WITHDRAWN_AT }, { hash: sha256('another') }])
    expect((await describeReceipt(RECEIPT, withdrawn, answer(line))).isGood).toBe(false);
});

test('a stamp from before the withdrawal is named as what openssl has to check, and one from after is not', async () => {
  const stamped = await describeReceipt(STAMPED, withdrawn);
  expect(stamped.isGood).toBe(false);
  expect(stamped.words).toContain(
    'Only the first 30 entries may hold, if the stamp is verified as above and its time is before that.',
  );
  const earlier = withdrawn.replace(WITHDRAWN_AT, '2026-11-21T09:00:00.000Z');
  expect((await describeReceipt(STAMPED, earlier)).words).toContain('Nothing confirms its entries');
});

test('the commands of the documentation ask for the last entry of a receipt', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-receipt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'receipt.json'), RECEIPT);
  const page = readFileSync(path.join(import.meta.dirname, '../docs/specification/11-delivery.md'), 'utf8');
  const blocks = Array.from(page.matchAll(/```sh\n([^`]+)```/g), ([, block = '']) => block);
  const recipe = blocks.find((block) => block.includes('ledger-lines')) ?? '';
  const asked = execFileSync('sh', ['-e', '-c', recipe.replace('curl -fsS', 'echo')], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, HOST: 'https://vitrin.example' },
  });
  const hash = sha256(ledger().lines.at(-1) ?? '');
  expect(asked.trim()).toBe(`https://vitrin.example/api/ledger-lines/?project=7&number=42&hash=${hash}`);
  expect(page).toContain('its `withdrawn_at` null');
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
])('text that is no receipt counts as altered: %j', async (text) => {
  expect((await verifyReceipt(text, receiptTools)).isGenuine).toBe(false);
});

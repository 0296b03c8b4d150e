import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verifyReceipt } from '../../shared/src/rules/receipts/verify-receipt.ts';
import { describeReceipt, receiptTools } from '../verify-receipt.ts';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');

/** Made by a build of 28 November 2026, the last one before ledgers had promised days; its milestone has no entry. */
const RECEIPT = read('before-promises.txt');
/** Answer of /api/receipt-keys/ of the same installation. */
const KEYS = read('before-promises-keys.txt');

test('a receipt from before promised days is genuine, and its key is known', async () => {
  const { isGood, words } = await describeReceipt(RECEIPT, KEYS);
  expect(words).toContain('Unaltered: 7 entries of "Yaz kampanyası"');
  expect(words).toContain('The key is among the given ones.');
  expect(isGood).toBe(true);
  expect(RECEIPT).not.toMatch(/promised|milestone/);
});

test('each altered name and value of a receipt from before promised days is found in its line', async () => {
  const lines = RECEIPT.split('\n');
  const wrong: string[] = [];
  let count = 0;
  for (const [at, line] of lines.entries())
    for (const { 0: value, index } of line.matchAll(/"[^"]+"|\d+/g)) {
      const position = index + Math.floor(value.length / 2);
      const other = line.slice(0, position) + (line[position] === '7' ? '8' : '7') + line.slice(position + 1);
      const result = await verifyReceipt(lines.with(at, other).join('\n'), receiptTools);
      if (result.isGenuine || result.line !== at + 1) wrong.push(`${JSON.stringify(result)}: ${other}`);
      count += 1;
    }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

import { expect, test } from 'vitest';
import type { ReceiptKeys } from '@vitrin/shared/contract/receipts.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { loadReceiptKey } from '../secret-key.ts';
import { receiptTools } from '../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { runCommand } from './commands.ts';

const setup = await sharedTestApp();

test('a new key signs from the next start on, and the old public key is kept', async () => {
  const { owner, project } = await setup.createDelivery();
  const receipt = async () => (await owner.browser.get(`/api/projects/${project.id}/receipt/`)).body;
  const keyIn = (text: string) => (JSON.parse(text) as { public_key: string }).public_key;
  const keyOfReceipt = async () => keyIn(await receipt());
  const context = { ...setup.context, config: { ...setup.config, databaseUrl: undefined } };
  const before = await receipt();
  const first = keyIn(before);
  expect(await runCommand(context, ['new-receipt-key'])).toContain('Restart the server');
  expect(await keyOfReceipt()).toBe(first);
  setup.config.receiptKey = loadReceiptKey(setup.config.dataDir);
  setup.advance(60);
  const second = await keyOfReceipt();
  expect(second).not.toBe(first);
  const { keys } = (await owner.browser.get('/api/receipt-keys/')).json<ReceiptKeys>();
  expect(keys.map(({ public_key }) => public_key)).toEqual([first, second]);
  for (const [text, public_key] of [
    [before, first],
    [await receipt(), second],
  ] as const)
    expect(await verifyReceipt(text, receiptTools)).toMatchObject({ isGenuine: true, public_key });
});

test('a key of the environment is replaced there', async () => {
  const config = { ...setup.config, databaseUrl: undefined, receiptKey: 'a'.repeat(64) };
  await expect(runCommand({ ...setup.context, config }, ['new-receipt-key'])).rejects.toThrow('RECEIPT_KEY');
});

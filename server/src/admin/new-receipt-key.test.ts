import { expect, test } from 'vitest';
import type { ReceiptKeys } from '@vitrin/shared/contract/receipts.ts';
import { loadReceiptKey } from '../secret-key.ts';
import { createDelivery } from '../testing/factories.ts';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { runCommand } from './commands.ts';

const setup = await sharedTestApp();

test('a new key signs from the next start on, and the old public key is kept', async () => {
  const { owner, project } = await createDelivery(setup);
  const keyOfReceipt = async () => {
    const { body } = await owner.browser.get(`/api/projects/${project.id}/receipt/`);
    return (JSON.parse(body) as { public_key: string }).public_key;
  };
  const context = { ...setup.context, config: { ...setup.config, databaseUrl: undefined } };
  const first = await keyOfReceipt();
  expect(await runCommand(context, ['new-receipt-key'])).toContain('Restart the server');
  expect(await keyOfReceipt()).toBe(first);
  setup.config.receiptKey = loadReceiptKey(setup.config.dataDir);
  setup.advance(60);
  const second = await keyOfReceipt();
  expect(second).not.toBe(first);
  const { keys } = (await owner.browser.get('/api/receipt-keys/')).json<ReceiptKeys>();
  expect(keys.map(({ public_key }) => public_key)).toEqual([first, second]);
});

test('a key of the environment is replaced there', async () => {
  const config = { ...setup.config, databaseUrl: undefined, receiptKey: 'a'.repeat(64) };
  await expect(runCommand({ ...setup.context, config }, ['new-receipt-key'])).rejects.toThrow('RECEIPT_KEY');
});

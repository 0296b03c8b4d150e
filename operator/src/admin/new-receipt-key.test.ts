import { expect, test } from 'vitest';
import type { ReceiptKeys } from '@vitrin/shared/contract/receipts.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { loadReceiptKey } from '@vitrin/server/config/secret-key.ts';
import { receiptTools } from '@vitrin/server/testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { publicKeyOf } from '@vitrin/server/features/ledger/service.ts';
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

/** Context of a machine that keeps its keys in files, with the newest key loaded. */
function withFiles() {
  const receiptKey = loadReceiptKey(setup.config.dataDir);
  return { ...setup.context, config: { ...setup.config, databaseUrl: undefined, receiptKey } };
}

async function listedKeys() {
  const { keys } = (await setup.createBrowser().get('/api/receipt-keys/')).json<ReceiptKeys>();
  return new Map(keys.map(({ public_key, withdrawn_at }) => [public_key, withdrawn_at]));
}

test('a withdrawal lists the key with the moment, and the next start signs with a new one', async () => {
  const before = withFiles();
  const key = publicKeyOf(before);
  const words = await runCommand(before, [
    'new-receipt-key',
    '--withdraw',
    '--since',
    '2026-01-02T03:04:05+03:00',
  ]);
  expect(words).toContain(`What the key ${key} signed is not trusted from 2026-01-02T00:04:05.000Z on.`);
  expect(words).toContain('Restart the server: it signs receipts with a new key.');
  const after = withFiles();
  expect(publicKeyOf(after)).not.toBe(key);
  const listed = await listedKeys();
  expect(listed.get(key)).toBe('2026-01-02T00:04:05.000Z');
  setup.config.receiptKey = after.config.receiptKey;
  const { owner, project } = await setup.createDelivery();
  const { body } = await owner.browser.get(`/api/projects/${project.id}/receipt/`);
  expect(body).toContain(publicKeyOf(after));
  expect((await listedKeys()).get(publicKeyOf(after))).toBeNull();
});

test('the only key, which has signed nothing yet, is withdrawn from now on, and a new one is made', async () => {
  await setup.db.deleteFrom('receipt_keys').execute();
  const context = withFiles();
  const json = JSON.parse(await runCommand(context, ['new-receipt-key', '--withdraw', '--json'])) as unknown;
  const now = setup.context.now().toISOString();
  expect(json).toEqual({ replaced: true, public_key: publicKeyOf(context), withdrawn_at: now });
  expect([...(await listedKeys())]).toEqual([[publicKeyOf(context), now]]);
  expect(publicKeyOf(withFiles())).not.toBe(publicKeyOf(context));
});

test('a key that is withdrawn twice keeps the earliest moment, and a second withdrawal makes no third key', async () => {
  const context = withFiles();
  const key = publicKeyOf(context);
  await runCommand(context, ['new-receipt-key', '--withdraw', '--since', '2026-02-02T00:00:00Z']);
  const next = withFiles();
  const again = (...more: string[]) =>
    runCommand(next, ['new-receipt-key', '--withdraw', '--key', key, ...more]);
  expect(await again()).toContain('from 2026-02-02T00:00:00.000Z on. The server signs with another key.');
  expect((await listedKeys()).get(key)).toBe('2026-02-02T00:00:00.000Z');
  await again('--since', '2026-01-01T00:00:00Z');
  expect((await listedKeys()).get(key)).toBe('2026-01-01T00:00:00.000Z');
  expect(publicKeyOf(withFiles())).toBe(publicKeyOf(next));
});

test('a key of the environment is withdrawn at once, and replaced there', async () => {
  const config = { ...setup.config, databaseUrl: undefined, receiptKey: 'b'.repeat(64) };
  const context = { ...setup.context, config };
  const words = await runCommand(context, ['new-receipt-key', '--withdraw']);
  expect(words).toContain('The server still signs with it: put another key into RECEIPT_KEY');
  expect((await listedKeys()).get(publicKeyOf(context))).toBe(setup.context.now().toISOString());
});

test.each([
  [['--withdraw', '--since', 'yesterday'], 'TIME must be a moment'],
  [['--withdraw', '--since', '2026-01-02'], 'TIME must be a moment'],
  [['--withdraw', '--since', '2026-01-02T10:00:00'], 'TIME must be a moment'],
  [['--withdraw', '--since', '2026-02-30T10:00:00Z'], 'TIME must be a moment'],
  [['--withdraw', '--since', '1767348245'], 'TIME must be a moment'],
  [['--withdraw', '--since', ''], 'TIME must be a moment'],
  [['--withdraw', '--since', '2'.repeat(65_536)], 'TIME must be a moment'],
  [['--withdraw', '--since', '2999-01-02T10:00:00Z'], 'TIME must not lie ahead.'],
  [['--withdraw', '--since'], 'argument missing'],
  [['--withdraw', '--key', 'x'.repeat(65_536)], 'There is no such key'],
  [['--withdraw', '2026-01-02T10:00:00Z'], 'is too much'],
  [['--since', '2026-01-02T10:00:00Z'], 'belong to --withdraw'],
  [['--key', 'x'], 'belong to --withdraw'],
])('%j is refused, and no key is replaced or withdrawn', async (words, sentence) => {
  const context = withFiles();
  const before = [publicKeyOf(context), await listedKeys()];
  await expect(runCommand(context, ['new-receipt-key', ...words])).rejects.toThrow(sentence);
  expect([publicKeyOf(withFiles()), await listedKeys()]).toEqual(before);
});

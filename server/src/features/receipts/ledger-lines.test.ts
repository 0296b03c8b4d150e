import type { LedgerLine } from '@vitrin/shared/contract/receipts.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { ledgerLinePath, trustOf } from '@vitrin/shared/rules/receipts/withdrawn-keys.ts';
import { expect, test } from 'vitest';
import type { Person } from '../../testing/factories.ts';
import { firstEntryOf } from '../../testing/ledger/entries.ts';
import { receiptTools } from '../../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const guest = setup.createBrowser();

async function verified({ browser }: Person, project: { id: number }) {
  const { body } = await browser.get(`/api/projects/${project.id}/receipt/`);
  const result = await verifyReceipt(body, receiptTools);
  if (!result.isGenuine) throw new Error('The receipt is altered');
  return result;
}

test('anybody can check if the last entry of a receipt is in the ledger here, and since when', async () => {
  const { owner, project } = await setup.createDelivery();
  const at = setup.context.now().toISOString();
  const receipt = await verified(owner, project);
  setup.advance(3600);
  const answer = await guest.get(ledgerLinePath(receipt));
  expect([answer.statusCode, answer.json()]).toEqual([200, { hash: receipt.head, at }]);
  const line = answer.json<LedgerLine>();
  expect(trustOf(receipt, new Date(Date.parse(at) + 1).toISOString(), line)).toBe('ledger');
  expect(trustOf(receipt, at, line)).toBe('nothing');
});

test('an entry missing from this ledger is answered like a missing project', async () => {
  const { owner, project } = await setup.createDelivery();
  const { head, entries } = await verified(owner, project);
  const other = await setup.createDelivery();
  for (const path of [
    { head: 'a'.repeat(64), project_id: project.id, entries },
    { head, project_id: project.id, entries: entries + 1 },
    { head, project_id: project.id, entries: 2_147_483_647 },
    { head, project_id: other.project.id, entries },
    { head, project_id: 2_147_483_647, entries },
  ]) {
    const answer = await guest.get(ledgerLinePath(path));
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { detail: 'The requested resource was not found.' },
    ]);
  }
});

test('the last entry of a deleted project is confirmed with the time of its deletion', async () => {
  const { owner, project } = await setup.createDelivery();
  const first = await firstEntryOf(owner, project.id);
  const receipt = await verified(owner, project);
  setup.advance(60);
  const at = setup.context.now().toISOString();
  expect((await owner.browser.delete(`/api/projects/${project.id}/`)).statusCode).toBe(204);
  expect((await guest.get(ledgerLinePath(receipt))).json()).toEqual({ hash: receipt.head, at });
  const { hash, number } = first;
  const gone = `/api/ledger-lines/?project=${project.id}&number=${number}&hash=${hash}`;
  expect((await guest.get(gone)).statusCode).toBe(404);
});

test.each([
  '',
  'project=1&number=1',
  'project=1&number=1&hash=abc',
  `project=1&number=1&hash=${'A'.repeat(64)}`,
  `project=0&number=1&hash=${'a'.repeat(64)}`,
  `project=1&number=0&hash=${'a'.repeat(64)}`,
  `project=1&number=9999999999&hash=${'a'.repeat(64)}`,
  `project=1&number=1&number=2&hash=${'a'.repeat(64)}`,
  `project=1&number=1&hash=${'a'.repeat(15_000)}`,
])('an incompletely named line is refused: %s', async (query) => {
  expect((await guest.get(`/api/ledger-lines/?${query}`)).statusCode).toBe(400);
});

test('a receipt signed later by a withdrawn key, with an earlier time, is confirmed by nothing', async () => {
  const { owner, project } = await setup.createDelivery();
  const withdrawnAt = setup.context.now().toISOString();
  setup.advance(60);
  await setup.createVersion({ project });
  await owner.browser.post('/api/versions/', { project: project.id, version_number: '2' });
  const receipt = { ...(await verified(owner, project)), made_at: '2020-01-01T00:00:00.000Z' };
  const line = (await guest.get(ledgerLinePath(receipt))).json<LedgerLine>();
  expect(line.hash).toBe(receipt.head);
  expect(trustOf(receipt, withdrawnAt, line)).toBe('nothing');
  expect(trustOf(receipt, withdrawnAt, undefined)).toBe('nothing');
});

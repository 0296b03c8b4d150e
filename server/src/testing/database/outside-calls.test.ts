import { expect, test } from 'vitest';
import { inTransaction } from '../../database/transaction.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

const MAIL = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

test.each([
  ['mailer.send', ({ mailer }: TestApp['context']) => mailer.send(MAIL)],
  ['storage.delete', ({ storage }: TestApp['context']) => storage.delete(['none'])],
  ['payments.refund', async ({ payments }: TestApp['context']) => payments?.all[0]?.refund('payment', 100)],
])('%s inside a transaction is refused and reported at the end of a test', async (call, send) => {
  const wrong = await createTestApp({ PAYMENTS: 'sandbox' });
  await expect(inTransaction(wrong.context, async (tx) => send(tx))).rejects.toThrow(call);
  expect(wrong.mails).toEqual([]);
  await expect(wrong.close()).rejects.toThrow(`${call} was called inside of a transaction`);
});

test('before, after and beside a transaction, the same calls are made', async () => {
  const setup = await createTestApp();
  const { context, mails } = setup;
  await context.mailer.send(MAIL);
  const holds = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const isOver = Promise.withResolvers<void>();
  const transaction = inTransaction(context, async (tx) => {
    holds.resolve();
    await goesOn.promise;
    // The transaction does not wait for it: it runs once the transaction is over.
    return { sent: isOver.promise.then(() => tx.mailer.send(MAIL)) };
  });
  await holds.promise;
  await context.mailer.send(MAIL);
  goesOn.resolve();
  const { sent } = await transaction;
  await context.mailer.send(MAIL);
  isOver.resolve();
  await sent;
  expect(mails).toHaveLength(4);
  await setup.close();
});

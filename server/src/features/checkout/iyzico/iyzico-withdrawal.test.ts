import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LEGAL_TEXT_NAMES, type Legal } from '@vitrin/shared/contract/payments/legal.ts';
import { BUYER, createIyzicoApp } from '../../../testing/checkout/iyzico-app.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-legal-'));
for (const name of LEGAL_TEXT_NAMES)
  for (const language of ['en', 'tr'])
    writeFileSync(path.join(folder, `${name}.${language}.md`), 'Version: 1\n\n# Title\n');
const setup = await createIyzicoApp({ LEGAL_DIR: folder });
const { iyzico } = setup;
afterAll(async () => {
  await setup.close();
  rmSync(folder, { recursive: true });
});

/** A freelancer who accepted the texts in Turkish and paid 899 lira. */
async function buy() {
  const ada = await setup.createFreelancer();
  const { texts } = (await ada.browser.get('/api/legal/?language=tr')).json<Legal>();
  const accepted = texts.map(({ sha256 }) => sha256);
  const order = { subscription_plan: PRO, buyer: BUYER, accepted };
  const language = { 'accept-language': 'tr' };
  const { token } = (await ada.browser.post('/api/checkout/checkout/', order, language)).json<{
    token: string;
  }>();
  const subscriptionId = iyzico.pay(setup.formOf(token));
  await ada.browser.post('/api/checkout/verify/', { token });
  await setup.runJobs();
  return { ada, subscriptionId };
}

test('a withdrawal ends the subscription at iyzico and refunds it once, even after an outage of the gateway', async () => {
  const { ada, subscriptionId } = await buy();
  expect((await subscriptionOf(ada)).plan.name).toBe('Professional');
  await passTime(setup, ada, 13 * DAY);
  iyzico.isDown = true;
  expect((await ada.browser.post('/api/subscription/withdrawal/')).statusCode).toBe(503);
  iyzico.isDown = false;
  expect((await subscriptionOf(ada)).plan.name).toBe('Professional');

  iyzico.lostAnswers.add('POST /v2/payment/refund');
  expect((await ada.browser.post('/api/subscription/withdrawal/')).statusCode).toBe(204);
  await setup.runJobs();
  await passTime(setup, ada, DAY);
  await setup.reconcile();
  expect(iyzico.subscriptions.get(subscriptionId)?.subscriptionStatus).toBe('CANCELED');
  expect([...iyzico.payments.values()].flatMap(({ refunds }) => refunds.map(({ price }) => price))).toEqual([
    899,
  ]);
  expect((await subscriptionOf(ada)).plan.name).toBe('Starter');
  await passTime(setup, ada, 40 * DAY);
  expect(iyzico.renew(subscriptionId)).toBe(false);
  await setup.reconcile();
  expect(await paymentsOf(ada)).toMatchObject([{ status: 'refunded', refunded_amount: 899 }]);
});

test('after fourteen days iyzico is not even called', async () => {
  const { ada, subscriptionId } = await buy();
  await passTime(setup, ada, 14 * DAY + 1);
  const before = iyzico.changes.length;
  expect((await ada.browser.post('/api/subscription/withdrawal/')).statusCode).toBe(400);
  expect(iyzico.changes).toHaveLength(before);
  expect(iyzico.subscriptions.get(subscriptionId)?.subscriptionStatus).toBe('ACTIVE');
});

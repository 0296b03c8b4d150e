import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LEGAL_TEXT_NAMES, type Legal } from '@vitrin/shared/contract/payments/legal.ts';
import { paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { createStripeApp, DAY, passTime, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-legal-'));
for (const name of LEGAL_TEXT_NAMES)
  for (const language of ['en', 'tr'])
    writeFileSync(path.join(folder, `${name}.${language}.md`), 'Version: 1\n\n# Title\n');
const setup = await createStripeApp({ LEGAL_DIR: folder });
afterAll(async () => {
  await setup.close();
  rmSync(folder, { recursive: true });
});

test('a withdrawal ends the subscription at Stripe and refunds it once, even after an outage of the gateway', async () => {
  const ada = await setup.createFreelancer();
  const { texts } = (await ada.browser.get('/api/legal/?language=en')).json<Legal>();
  const order = { subscription_plan: PRO, accepted: texts.map(({ sha256 }) => sha256) };
  const { token } = (await ada.browser.post('/api/checkout/checkout/', order)).json<{ token: string }>();
  const subscriptionId = setup.stripe.pay(setup.sessionOf(token));
  await setup.deliverAll();
  await setup.runJobs();
  expect((await subscriptionOf(ada)).plan.name).toBe('Professional');

  setup.stripe.isDown = true;
  expect((await ada.browser.post('/api/subscription/withdrawal/')).statusCode).toBe(503);
  setup.stripe.isDown = false;
  expect((await subscriptionOf(ada)).plan.name).toBe('Professional');

  expect((await ada.browser.post('/api/subscription/withdrawal/')).statusCode).toBe(204);
  await setup.runJobs();
  await setup.deliverAll();
  await setup.reconcile();
  expect(setup.stripe.subscriptions.get(subscriptionId)?.status).toBe('canceled');
  expect(setup.stripe.refunds.map(({ amount }) => amount)).toEqual([2900]);
  expect((await subscriptionOf(ada)).plan.name).toBe('Starter');
  await passTime(setup, ada, 40 * DAY);
  await setup.reconcile();
  expect(await paymentsOf(ada)).toMatchObject([{ status: 'refunded', refunded_amount: 29 }]);
});

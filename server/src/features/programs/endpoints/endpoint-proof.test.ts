import type { NewEndpoint } from '@vitrin/shared/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { webhookReceiver } from '../../../testing/webhook-receiver.ts';

const receiver = await webhookReceiver();
const setup = await sharedTestApp({ RATE_LIMITS: 'off', WEBHOOK_ALLOW: receiver.origin });

test('making an endpoint, and a new secret of one, need a recent proof', async () => {
  const { browser, ...person } = await setup.createFreelancer();
  await setup.putOnPlan(person, 'enterprise', 400);
  const made = { url: receiver.origin };
  const { id } = (await browser.post('/api/endpoints/', made)).json<NewEndpoint>();
  setup.advance(601);
  for (const [url, body] of [
    ['/api/endpoints/', made],
    [`/api/endpoints/${id}/rotate/`, {}],
  ] as const) {
    const refused = await browser.post(url, body);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'reauthenticate' }]);
  }
});

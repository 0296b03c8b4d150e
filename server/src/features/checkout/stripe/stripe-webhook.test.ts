import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { stripeTests } from '../../../testing/checkout/checkout-tests.ts';
import type { StripeEvent } from '../../../../../test-kit/fake-stripe/fake-stripe.ts';
import { IS_DAILY } from '../../../../../test-kit/large/extent.ts';
import { checkout, ENTERPRISE, PRO, subscriptionOf } from '../../../testing/checkout/stripe-app.ts';
import { receiveEvent } from '../events/webhook.ts';

/** Number of message orders that are tried; each run draws other ones. */
const LIFECYCLES = IS_DAILY ? 4 : 15;
/** These tests run whole lifecycles one after the other, and the machine may be busy. */
const MANY_LIFECYCLES_MILLISECONDS = 120_000;

const { setup, ada } = await stripeTests();

/** The first message about a plan that ada buys; none of them has been delivered. */
async function firstEvent(): Promise<StripeEvent> {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  const [event] = setup.stripe.events.splice(0);
  if (!event) throw new Error('No event');
  return event;
}

test.each([
  ['a wrong secret', { secret: 'whsec_of_somebody_else' }],
  ['a signature of ten minutes ago', { at: -600 }],
] as const)('a message with %s is refused', async (_, { secret, at }: { secret?: string; at?: number }) => {
  const event = await firstEvent();
  const signed = setup.stripe.sign(event, {
    ...(secret && { secret }),
    ...(at && { at: new Date(setup.context.now().getTime() + at * 1000) }),
  });
  expect(await setup.deliver(undefined, signed)).toBe(400);
  expect(await setup.deliver(undefined, { body: signed.body, signature: '' })).toBe(400);
  expect(await setup.deliver(event)).toBe(200);
});

test('a message changed after it was signed is refused', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  const paid = setup.stripe.events.find(({ type }) => type === 'invoice.paid');
  if (!paid) throw new Error('No event');
  const { body, signature } = setup.stripe.sign(paid);
  const forged = body.replace(/"amount_paid":\d+/, '"amount_paid":1');
  expect(forged).not.toBe(body);
  expect(await setup.deliver(undefined, { body: forged, signature })).toBe(400);
  expect(await setup.deliver(undefined, { body: 'not json', signature })).toBe(400);
});

test(
  'any order of the messages of a whole lifecycle, some twice, ends in the same state',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })), async (randomness) => {
        const person = await setup.createFreelancer();
        const { token } = await checkout(person, PRO);
        const id = setup.stripe.pay(setup.sessionOf(token));
        setup.advance(10);
        setup.stripe.setCancelInDashboard(id, true);
        setup.advance(10);
        setup.stripe.setCancelInDashboard(id, false);
        setup.advance(10);
        setup.stripe.payLate(setup.stripe.failRenewal(id));
        const { anchor } = setup.stripe.subscriptions.get(id) ?? { anchor: '' };
        await setup.deliverAll((events) =>
          [...events, ...events.slice(0, 5)]
            .map((event) => ({ event, key: randomness.next().value }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ event }) => event),
        );
        expect(await subscriptionOf(person)).toMatchObject({
          plan: { name: 'Professional' },
          status: 'active',
          current_period_end: monthsAfter(anchor, 2),
          cancel_at_period_end: false,
        });
        const history = (await person.browser.get('/api/payments/')).json<{
          results: { status: string }[];
        }>();
        expect(history.results.map(({ status }) => status)).toEqual(['paid', 'paid']);
      }),
      { numRuns: LIFECYCLES },
    );
  },
  MANY_LIFECYCLES_MILLISECONDS,
);

test('each message is processed once', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  for (const event of setup.stripe.events.splice(0)) {
    const statuses = await Promise.all([setup.deliver(event), setup.deliver(event), setup.deliver(event)]);
    expect(statuses).toEqual([200, 200, 200]);
  }
  await setup.runJobs();
  expect(setup.mails).toHaveLength(1);
});

test('messages about subscriptions of another installation are accepted and ignored', async () => {
  const event = {
    id: 'evt_of_somebody_else',
    type: 'customer.subscription.deleted' as const,
    created: Math.floor(setup.context.now().getTime() / 1000),
    data: { object: { id: 'sub_x', object: 'subscription', metadata: {}, ended_at: 1, cancel_at: null } },
  };
  expect(await setup.deliver(event)).toBe(200);
  expect(await setup.deliver({ ...event, id: 'evt_other', type: 'product.created' })).toBe(200);
});

test('a message in another version of the API is processed, with a warning that names it', async () => {
  const { token } = await checkout(ada, PRO);
  setup.stripe.pay(setup.sessionOf(token));
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const receive = (event: StripeEvent) => {
    const { body, signature } = setup.stripe.sign(event);
    return receiveEvent({ ...setup.context, log }, 'stripe', Buffer.from(body), signature);
  };
  const [last, ...others] = setup.stripe.events.splice(0).toReversed();
  if (!last) throw new Error('No event');
  for (const other of others) await receive(other);
  expect(lines).toEqual([]);
  await receive({ ...last, api_version: '2019-01-01' });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 40, event: last.id, otherVersion: '2019-01-01' }),
  ]);
  expect(await subscriptionOf(ada)).toMatchObject({ plan: { name: 'Professional' } });
});

test.each([
  ['four minutes and fifty-nine seconds old', -299, 200],
  ['five minutes old to the second', -300, 200],
  ['five minutes and a second old', -301, 400],
])('a signature %s is answered with %i', async (_, seconds, status) => {
  const event = await firstEvent();
  const at = new Date(setup.context.now().getTime() + seconds * 1000);
  expect(await setup.deliver(undefined, setup.stripe.sign(event, { at }))).toBe(status);
});

test('while the secret is being changed, one right signature of two is enough', async () => {
  const event = await firstEvent();
  const { body, signature } = setup.stripe.sign(event);
  const [time, right] = signature.split(',');
  const wrong = `v1=${'0'.repeat(64)}`;
  expect(await setup.deliver(undefined, { body, signature: `${time},${wrong}` })).toBe(400);
  expect(await setup.deliver(undefined, { body, signature: `${time},v0=${right?.slice(3)}` })).toBe(400);
  expect(await setup.deliver(undefined, { body, signature: `${time},${wrong},${right}` })).toBe(200);
});

test('the signature is over the bytes as they came: the same message written otherwise is refused', async () => {
  const event = await firstEvent();
  const { body, signature } = setup.stripe.sign(event);
  const rewritten = JSON.stringify(JSON.parse(body), null, 1);
  expect(await setup.deliver(undefined, { body: rewritten, signature })).toBe(400);
  expect(await setup.deliver(undefined, { body, signature })).toBe(200);
});

test(
  'messages in any order, some twice and some never, and then the daily question end in the same state',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })), async (randomness) => {
        const person = await setup.createFreelancer();
        const { token } = await checkout(person, PRO);
        const id = setup.stripe.pay(setup.sessionOf(token));
        setup.advance(10);
        const { token: other } = await checkout(person, ENTERPRISE);
        const next = setup.stripe.pay(setup.sessionOf(other));
        setup.advance(10);
        setup.stripe.setCancelInDashboard(next, true);
        setup.advance(10);
        await setup.deliverAll((events) =>
          [...events, ...events.slice(0, 4)]
            .filter(() => randomness.next().value % 3 > 0)
            .map((event) => ({ event, key: randomness.next().value }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ event }) => event),
        );
        await setup.reconcile();
        await setup.deliverAll();
        await setup.runJobs();
        const { anchor } = setup.stripe.subscriptions.get(next) ?? { anchor: '' };
        expect(await subscriptionOf(person)).toMatchObject({
          plan: { name: 'Enterprise' },
          status: 'active',
          current_period_end: monthsAfter(anchor, 1),
          cancel_at_period_end: true,
        });
        expect(setup.stripe.subscriptions.get(id)?.status).toBe('canceled');
        const history = (await person.browser.get('/api/payments/')).json<Page<Payment>>();
        expect(history.results.map(({ plan, status }) => [plan, status])).toEqual([
          ['Enterprise', 'paid'],
          ['Professional', 'paid'],
        ]);
      }),
      { numRuns: LIFECYCLES },
    );
  },
  MANY_LIFECYCLES_MILLISECONDS,
);

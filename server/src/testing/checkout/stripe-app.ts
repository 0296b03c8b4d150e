import type { Checkout, PaymentVerification } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { createSession } from '../../features/auth/access.ts';
import type { Person } from '../factories.ts';
import {
  type FakeStripe,
  startFakeStripe,
  STRIPE_WEBHOOK_SECRET,
  type StripeEvent,
} from '../../../../test-kit/fake-stripe/fake-stripe.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

export const PRO = 2;
export const ENTERPRISE = 3;
export const DAY = 24 * 3600;

/** The calls of checkout as a freelancer's browser makes them. */
export async function checkout(person: Person, plan: number, language = 'en'): Promise<Checkout> {
  const headers = { 'accept-language': language };
  const response = await person.browser.post('/api/checkout/checkout/', { subscription_plan: plan }, headers);
  if (response.statusCode !== 200) throw new Error(`Checkout: ${response.statusCode} ${response.body}`);
  return response.json<Checkout>();
}

export async function verify(person: Person, token: string): Promise<PaymentVerification> {
  const response = await person.browser.post('/api/checkout/verify/', { token });
  if (response.statusCode !== 200) throw new Error(`Verify: ${response.statusCode} ${response.body}`);
  return response.json<PaymentVerification>();
}

export async function subscriptionOf(person: Person): Promise<Subscription> {
  const { subscription } = (await person.browser.get(`/api/users/${person.id}/`)).json<User>();
  if (!subscription) throw new Error('No subscription');
  return subscription;
}

/** Moves the clock on and signs the person in again, because sessions end before plans do. */
export async function passTime(setup: TestApp, person: Person, seconds: number): Promise<void> {
  setup.advance(seconds);
  const client = { ip: '127.0.0.1', userAgent: 'test' };
  person.browser.enter(await createSession(setup.context, person.id, client));
}

/** Runs the jobs, and then the daily question about payments. */
export async function askAboutPayments({ db, context, runJobs }: TestApp): Promise<void> {
  await runJobs();
  const moment = context.now().toISOString();
  await db
    .insertInto('jobs')
    .values({ kind: 'reconcile-payments', payload: '{}', run_at: moment, created_at: moment })
    .execute();
  await runJobs();
}

/** A new freelancer in an app without traces of earlier tests: Stripe is up, its lists and the mails are empty. */
export async function startAnew(setup: StripeApp): Promise<Person> {
  const { stripe, mails } = setup;
  stripe.isDown = false;
  stripe.failingCalls.clear();
  await setup.runJobs();
  for (const list of [stripe.events, stripe.changes, stripe.refunds, stripe.disputes, mails]) list.length = 0;
  return setup.createFreelancer();
}

type StripeApp = TestApp & {
  stripe: FakeStripe;
  /** Sends one webhook event and returns the status of the answer. */
  deliver: (event: StripeEvent | undefined, sent?: { body: string; signature: string }) => Promise<number>;
  /** Sends all waiting events, in the order that `order` gives them. */
  deliverAll: (order?: (events: StripeEvent[]) => StripeEvent[]) => Promise<void>;
  /** Runs the jobs, and then the daily question about payments. */
  reconcile: () => Promise<void>;
  /** The id of the checkout session of a token. */
  sessionOf: (token: string) => string;
  /** Buys a plan completely: paid, and reported by webhook events. Returns token and subscription. */
  buy: (person: Person, plan: number) => Promise<{ token: string; subscriptionId: string }>;
};

/** The application with a fake Stripe as its gateway, which uses the same clock. */
export async function createStripeApp(environment: Record<string, string> = {}): Promise<StripeApp> {
  const stripe = await startFakeStripe();
  const setup = await createTestApp({
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.apiBase,
    ...environment,
  });
  stripe.now = setup.context.now;

  const deliver: StripeApp['deliver'] = async (event, sent) => {
    if (!event && !sent) throw new Error('No such event');
    const { body, signature } = sent ?? stripe.sign(event as StripeEvent);
    const response = await setup.createBrowser().request({
      method: 'POST',
      url: '/api/webhooks/stripe/',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature, 'x-csrftoken': '' },
      payload: body,
    });
    return response.statusCode;
  };
  const deliverAll: StripeApp['deliverAll'] = async (order = (events) => events) => {
    for (const event of order(stripe.events.splice(0))) await deliver(event);
  };
  const sessionOf = (token: string) => {
    const session = [...stripe.sessions.values()].find(({ metadata }) => metadata['vitrin_token'] === token);
    if (!session) throw new Error('No session of this token');
    return session.id;
  };
  return {
    ...setup,
    stripe,
    deliver,
    deliverAll,
    sessionOf,
    reconcile: () => askAboutPayments(setup),
    async buy(person, plan) {
      const { token } = await checkout(person, plan);
      const subscriptionId = stripe.pay(sessionOf(token));
      await deliverAll();
      await setup.runJobs();
      return { token, subscriptionId };
    },
    async close() {
      await setup.close();
      await stripe.close();
    },
  };
}

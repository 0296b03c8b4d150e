import type { Person } from '../factories.ts';
import type { TestApp } from '../test-app.ts';
import { checkoutWithBuyer, createIyzicoApp } from './iyzico-app.ts';
import { payInSandbox } from './sandbox.ts';
import { checkout, createStripeApp } from './stripe-app.ts';
import { createTestApp } from '../test-app.ts';

/** A gateway as the shared payment tests drive it: actions of a payer, and effects of time. */
export type Driver = {
  setup: TestApp;
  /** The clock that decides about renewals. */
  clock: 'ours' | 'its own';
  /** Opens a checkout. Returns the token of the purchase. */
  open: (person: Person, plan: number) => Promise<string>;
  /** The payer pays on the page of the gateway. */
  pay: (person: Person, token: string) => Promise<void>;
  /** Collects the next month if the gateway still does; false if it does not. */
  renew: (token: string) => Promise<boolean>;
  /** Makes the card fail for the next month. */
  failRenewal: (token: string) => void;
  /** Makes the refused card pay. */
  payLate: (token: string) => void;
  /** Delivers the gateway's messages, changed by `order`, and runs the jobs that follow. */
  report: (order?: <T>(messages: T[]) => T[]) => Promise<void>;
  /** Runs the daily question. */
  reconcile: () => Promise<void>;
  /** True while the gateway would collect another month. */
  isCharging: (token: string) => Promise<boolean>;
  /** Gives the gateway a clock of its own. */
  setClock: (now: () => Date) => void;
};

/** A gateway's named differences; everything else is the same for all three. */
export type Differences = {
  /** Renewals can be refused. */
  refuses: boolean;
  /** A cancellation can be reverted. */
  resumes: boolean;
  /** Destination of the rest of a replaced month. */
  rest: 'credit' | 'money';
  /** Lines in the history for a month that was refused and then paid. */
  linesOfLateMonth: number;
};

export async function sandboxDriver(): Promise<Driver> {
  const setup = await createTestApp();
  const find = (token: string) =>
    setup.db.selectFrom('purchases').selectAll().where('token', '=', token).executeTakeFirstOrThrow();
  const impossible = () => {
    throw new Error('The test gateway refuses no renewal');
  };
  return {
    setup,
    clock: 'ours',
    open: async (person, plan) => (await checkout(person, plan)).token,
    pay: async (person, token) => void (await payInSandbox(person, token)),
    async renew(token) {
      const before = (await find(token)).paid_until;
      await setup.runJobs();
      return (await find(token)).paid_until !== before;
    },
    failRenewal: impossible,
    payLate: impossible,
    report: async () => void (await setup.runJobs()),
    reconcile: async () => void (await setup.runJobs()),
    async isCharging(token) {
      const { cancel_at_period_end, ended_at, settlement } = await find(token);
      return !cancel_at_period_end && ended_at === null && settlement === null;
    },
    setClock: () => {},
  };
}

export async function stripeDriver(): Promise<Driver> {
  const setup = await createStripeApp();
  const { stripe } = setup;
  const late = new Map<string, string>();
  const subscriptionOf = (token: string) => stripe.sessions.get(setup.sessionOf(token))?.subscription ?? '';
  const isCharging = (token: string) => {
    const { ended_at = 0, cancel_at_period_end = true } =
      stripe.subscriptions.get(subscriptionOf(token)) ?? {};
    return ended_at === null && !cancel_at_period_end;
  };
  return {
    setup,
    clock: 'its own',
    open: async (person, plan) => (await checkout(person, plan)).token,
    pay: async (_person, token) => void stripe.pay(setup.sessionOf(token)),
    async renew(token) {
      const collects = isCharging(token);
      if (collects) stripe.renew(subscriptionOf(token));
      return collects;
    },
    failRenewal: (token) => void late.set(token, stripe.failRenewal(subscriptionOf(token))),
    payLate: (token) => stripe.payLate(late.get(token) ?? ''),
    async report(order) {
      await setup.deliverAll(order);
      await setup.runJobs();
    },
    reconcile: setup.reconcile,
    isCharging: async (token) => isCharging(token),
    setClock: (now) => {
      stripe.now = now;
    },
  };
}

export async function iyzicoDriver(): Promise<Driver> {
  const setup = await createIyzicoApp();
  const { iyzico } = setup;
  const subscriptionOf = (token: string) => iyzico.forms.get(setup.formOf(token))?.subscription ?? '';
  return {
    setup,
    clock: 'its own',
    open: async (person, plan) => (await checkoutWithBuyer(person, plan)).token,
    async pay(person, token) {
      iyzico.pay(setup.formOf(token));
      await person.browser.post('/api/checkout/verify/', { token });
    },
    renew: async (token) => iyzico.renew(subscriptionOf(token)),
    failRenewal: (token) => iyzico.failRenewal(subscriptionOf(token)),
    payLate: (token) => iyzico.retry(subscriptionOf(token)),
    report: setup.notifyAll,
    reconcile: setup.reconcile,
    isCharging: async (token) =>
      iyzico.subscriptions.get(subscriptionOf(token))?.subscriptionStatus !== 'CANCELED',
    setClock: (now) => {
      iyzico.now = now;
    },
  };
}

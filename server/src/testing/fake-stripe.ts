import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monthsAfter } from '@vitrin/shared/rules/billing-periods.ts';

export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_tests';

type Form = Record<string, string>;

type Session = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  customer: string;
  metadata: Form;
  form: Form;
};

type Subscription = {
  id: string;
  customer: string;
  metadata: Form;
  anchor: string;
  periods: number;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  invoices: string[];
};

type Invoice = {
  id: string;
  subscription: string;
  amount: number;
  currency: string;
  status: 'open' | 'paid';
  period: { start: number; end: number };
  paid_at: number | null;
  attempt_count: number;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
};

export type StripeEvent = { id: string; type: string; created: number; data: { object: unknown } };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/**
 * Stripe's API as far as Vitrin uses it, on loopback: checkout sessions, subscriptions, invoices, refunds. What a
 * person does on Stripe's own pages (`pay`, `expire`) and what time brings (`renew`, `failRenewal`) are functions;
 * each leaves its events in `events`, to be delivered by the test in any order.
 */
export async function startFakeStripe() {
  const sessions = new Map<string, Session>();
  const subscriptions = new Map<string, Subscription>();
  const invoices = new Map<string, Invoice>();
  const answers = new Map<string, unknown>();
  const fake = {
    /** Set to the test's clock. */
    now: () => new Date(),
    isDown: false,
    /** Method and path of calls that fail while everything else works. */
    failingCalls: new Set<string>(),
    /** Invoices do not say yet how they were paid. */
    hidesPayments: false,
    events: [] as StripeEvent[],
    /** Method and path of every call that changed something, oldest first. */
    changes: [] as { call: string; form: Form }[],
    sessions,
    subscriptions,
    invoices,
    apiBase: '',
    pay,
    expire,
    renew,
    failRenewal,
    payLate,
    endSubscription,
    setCancelInDashboard,
    sign,
    close,
  };

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const sent = request.method === 'POST' ? await bodyOf(request) : query;
    const form = Object.fromEntries(new URLSearchParams(sent));
    const call = `${request.method} ${path}`;
    if (fake.isDown || fake.failingCalls.has(call))
      return send(response, 503, { error: { message: 'down', type: 'api_error' } });
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? answers.get(key) : undefined;
    if (known !== undefined) return send(response, 200, known);
    if (request.method !== 'GET') fake.changes.push({ call, form });
    const body = route(call, form);
    if (body === undefined)
      return send(response, 404, { error: { code: 'resource_missing', type: 'invalid_request_error' } });
    if (typeof key === 'string') answers.set(key, body);
    return send(response, 200, body);
  }

  function route(call: string, form: Form): unknown {
    const [, method = '', kind = '', id = ''] =
      /^(\w+) \/v1\/(checkout\/sessions|subscriptions|invoices|refunds)\/?([^/]*)$/.exec(call) ?? [];
    if (call === 'POST /v1/checkout/sessions') return openSession(form);
    if (call === 'POST /v1/refunds')
      return { id: `re_${randomUUID()}`, object: 'refund', status: 'succeeded' };
    if (kind === 'checkout/sessions') return expanded(sessions.get(id));
    if (kind === 'invoices') return maybe(invoices.get(id), invoiceObject);
    const subscription = subscriptions.get(id);
    if (!subscription) return undefined;
    if (method === 'POST') changeSubscription(subscription, form['cancel_at_period_end'] === 'true');
    if (method === 'DELETE') {
      if (subscription.ended_at !== null) return undefined;
      endSubscription(id);
      if (form['invoice_now'] === 'true') creditRest(subscription);
    }
    return subscriptionObject(subscription, true);
  }

  function openSession(form: Form): unknown {
    const session: Session = {
      id: `cs_${randomUUID()}`,
      status: 'open',
      subscription: null,
      customer: form['customer'] ?? `cus_${randomUUID()}`,
      metadata: metadataOf(form, 'metadata'),
      form,
    };
    sessions.set(session.id, session);
    return sessionObject(session);
  }

  /** Somebody pays on Stripe's page. Returns the subscription's id. */
  function pay(sessionId: string): string {
    const session = required(sessions.get(sessionId));
    if (session.status !== 'open') throw new Error('Stripe takes a checkout once');
    const subscription: Subscription = {
      id: `sub_${randomUUID()}`,
      customer: session.customer,
      metadata: metadataOf(session.form, 'subscription_data[metadata]'),
      anchor: new Date(seconds(fake.now()) * 1000).toISOString(),
      periods: 0,
      cancel_at_period_end: false,
      ended_at: null,
      invoices: [],
    };
    subscriptions.set(subscription.id, subscription);
    session.status = 'complete';
    session.subscription = subscription.id;
    const price = 'line_items[0][price_data]';
    const amount = Number(session.form[`${price}[unit_amount]`]);
    const invoice = addInvoice(subscription, amount, session.form[`${price}[currency]`] ?? '');
    emit('checkout.session.completed', sessionObject(session));
    settleInvoice(invoice);
    emit('customer.subscription.updated', subscriptionObject(subscription));
    return subscription.id;
  }

  function expire(sessionId: string): void {
    const session = required(sessions.get(sessionId));
    session.status = 'expired';
    emit('checkout.session.expired', sessionObject(session));
  }

  /** The next period begins and is paid. */
  function renew(subscriptionId: string): void {
    settleInvoice(nextInvoice(subscriptionId));
  }

  /** The next period begins and the card is refused. Returns the invoice, which can be paid late. */
  function failRenewal(subscriptionId: string): string {
    const invoice = nextInvoice(subscriptionId);
    invoice.attempt_count += 1;
    emit('invoice.payment_failed', invoiceObject(invoice));
    return invoice.id;
  }

  function payLate(invoiceId: string): void {
    settleInvoice(required(invoices.get(invoiceId)));
  }

  function endSubscription(subscriptionId: string): void {
    const subscription = required(subscriptions.get(subscriptionId));
    subscription.ended_at = seconds(fake.now());
    emit('customer.subscription.deleted', subscriptionObject(subscription));
  }

  function setCancelInDashboard(subscriptionId: string, cancel: boolean): void {
    changeSubscription(required(subscriptions.get(subscriptionId)), cancel);
  }

  function changeSubscription(subscription: Subscription, cancel: boolean): void {
    subscription.cancel_at_period_end = cancel;
    emit('customer.subscription.updated', subscriptionObject(subscription));
  }

  /** The final invoice of a subscription that was ended early: nothing to pay, the rest becomes a credit. */
  function creditRest(subscription: Subscription): void {
    const last = required(invoices.get(subscription.invoices.at(-1) ?? ''));
    const credit: Invoice = {
      ...last,
      id: `in_${randomUUID()}`,
      amount: 0,
      billing_reason: 'subscription_update',
    };
    invoices.set(credit.id, credit);
    settleInvoice(credit);
  }

  function nextInvoice(subscriptionId: string): Invoice {
    const subscription = required(subscriptions.get(subscriptionId));
    const last = required(invoices.get(subscription.invoices.at(-1) ?? ''));
    return addInvoice(subscription, last.amount, last.currency);
  }

  function addInvoice(subscription: Subscription, amount: number, currency: string): Invoice {
    const [start, end] = [subscription.periods, subscription.periods + 1].map((months) =>
      seconds(new Date(monthsAfter(subscription.anchor, months))),
    );
    subscription.periods += 1;
    const invoice: Invoice = {
      id: `in_${randomUUID()}`,
      subscription: subscription.id,
      amount,
      currency,
      status: 'open',
      period: { start: start ?? 0, end: end ?? 0 },
      paid_at: null,
      attempt_count: 0,
      billing_reason:
        start === seconds(new Date(subscription.anchor)) ? 'subscription_create' : 'subscription_cycle',
    };
    invoices.set(invoice.id, invoice);
    subscription.invoices.push(invoice.id);
    return invoice;
  }

  function settleInvoice(invoice: Invoice): void {
    invoice.status = 'paid';
    invoice.paid_at = seconds(fake.now());
    invoice.attempt_count += 1;
    emit('invoice.paid', invoiceObject(invoice));
  }

  function emit(type: string, object: unknown): void {
    const created = seconds(fake.now());
    fake.events.push({ id: `evt_${randomUUID()}`, type, created, data: { object: structuredClone(object) } });
  }

  /** The bytes of a message and its signature, at the clock of the test unless said otherwise. */
  function sign(
    event: StripeEvent,
    { secret = STRIPE_WEBHOOK_SECRET, at = fake.now() }: { secret?: string; at?: Date } = {},
  ): { body: string; signature: string } {
    const body = JSON.stringify({ object: 'event', api_version: '2026-10-28.endive', ...event });
    const timestamp = seconds(at);
    const hash = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return { body, signature: `t=${timestamp},v1=${hash}` };
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }

  function expanded(session: Session | undefined): unknown {
    if (!session) return undefined;
    const subscription = subscriptions.get(session.subscription ?? '');
    return {
      ...sessionObject(session),
      subscription: subscription ? subscriptionObject(subscription, true) : null,
    };
  }

  function sessionObject({ id, status, subscription, customer, metadata }: Session) {
    const isComplete = status === 'complete';
    return {
      id,
      status,
      subscription,
      customer,
      metadata,
      object: 'checkout.session',
      mode: 'subscription',
      payment_status: isComplete ? 'paid' : 'unpaid',
      url: isComplete ? null : `https://checkout.stripe.test/${id}`,
    };
  }

  function subscriptionObject(subscription: Subscription, withInvoice = false) {
    const last = invoices.get(subscription.invoices.at(-1) ?? '');
    return {
      id: subscription.id,
      object: 'subscription',
      customer: subscription.customer,
      metadata: subscription.metadata,
      status: subscription.ended_at === null ? 'active' : 'canceled',
      cancel_at_period_end: subscription.cancel_at_period_end,
      cancel_at: null,
      ended_at: subscription.ended_at,
      items: {
        object: 'list',
        data: [{ current_period_start: last?.period.start, current_period_end: last?.period.end }],
      },
      latest_invoice: last && withInvoice ? invoiceObject(last) : (last?.id ?? null),
    };
  }

  function invoiceObject(invoice: Invoice) {
    const subscription = required(subscriptions.get(invoice.subscription));
    return {
      id: invoice.id,
      object: 'invoice',
      customer: subscription.customer,
      currency: invoice.currency,
      status: invoice.status,
      amount_due: invoice.amount,
      amount_paid: invoice.status === 'paid' ? invoice.amount : 0,
      attempt_count: invoice.attempt_count,
      billing_reason: invoice.billing_reason,
      status_transitions: { paid_at: invoice.paid_at },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      lines: { object: 'list', data: [{ period: invoice.period }] },
      payments: {
        object: 'list',
        data: fake.hidesPayments
          ? []
          : [
              {
                status: invoice.status,
                payment: { type: 'payment_intent', payment_intent: `pi_${invoice.id}` },
              },
            ],
      },
    };
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** `prefix[key]` fields of a form. */
function metadataOf(form: Form, prefix: string): Form {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  );
}

function maybe<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The fake knows no such thing');
  return value;
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

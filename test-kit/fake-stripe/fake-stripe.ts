import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { answerCall } from './calls.ts';
import { stripeLifecycle } from './lifecycle.ts';
import { stripeReturns } from './returns.ts';
import { emptyState, type Form, seconds, type StripeEvent, StripeRefusal } from './state.ts';

export const STRIPE_WEBHOOK_SECRET = 'whsec_of_the_tests';

export type { StripeEvent } from './state.ts';
export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** Calls that would act twice when repeated: refused without an idempotency key of ours. */
const CALLS_WITH_A_KEY = /^POST \/v1\/(?:checkout\/sessions|refunds|customers\/[^/]+\/balance_transactions)$/;

/** Key that the SDK makes up for a call without one: it differs each time our code calls. */
const MADE_UP_KEY = /^stripe-node-retry-/;

type Kept = { sent: string; status: number; body: unknown };

/**
 * Stripe's API on loopback, as far as Vitrin uses it: checkout sessions, subscriptions, invoices, refunds,
 * with idempotency keys and one API version. Actions on Stripe's own pages (`pay`, `expire`) and of time
 * (`renew`, `failRenewal`) are functions; each adds its events to `events`, which the test delivers in any
 * order.
 */
export async function startFakeStripe() {
  const answers = new Map<string, Kept>();
  const fake = {
    ...emptyState(),
    isDown: false,
    /** Method and path of calls that fail while everything else works. */
    failingCalls: new Set<string>(),
    /** Awaited after a call is carried out, before its answer leaves. */
    beforeAnswer: async (_call: string): Promise<void> => {},
    /** Every call that changed something, oldest first. */
    changes: [] as { call: string; form: Form }[],
    apiBase: '',
    /** Forgets idempotency keys, as Stripe does after a day. */
    forgetKeys: () => answers.clear(),
    sign,
    close,
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(fake, stripeLifecycle(fake), stripeReturns(fake));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Stripe's own clock, which may differ from that of its caller.
    response.setHeader('date', fake.now().toUTCString());
    const { method = '', headers } = request;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const sent = method === 'POST' ? await bodyOf(request) : query;
    const form = Object.fromEntries(new URLSearchParams(sent));
    const call = `${method} ${path}`;
    if (fake.isDown || fake.failingCalls.has(call))
      return send(response, 503, { error: { message: 'down', type: 'api_error' } });
    if (headers['stripe-version'] !== Stripe.API_VERSION)
      return send(response, 400, { error: { message: 'version', type: 'invalid_request_error' } });
    const key = headers['idempotency-key'];
    if (CALLS_WITH_A_KEY.test(call) && (typeof key !== 'string' || MADE_UP_KEY.test(key)))
      return send(response, 400, { error: { message: 'no key', type: 'idempotency_error' } });
    const kept = typeof key === 'string' ? answers.get(key) : undefined;
    if (kept && kept.sent !== `${call} ${sent}`)
      return send(response, 400, { error: { message: 'other parameters', type: 'idempotency_error' } });
    const { status, body } = kept ?? carryOut(method, path, form);
    if (typeof key === 'string') answers.set(key, { sent: `${call} ${sent}`, status, body });
    await fake.beforeAnswer(call);
    return send(response, status, body);
  }

  function carryOut(method: string, path: string, form: Form): Pick<Kept, 'status' | 'body'> {
    const call = `${method} ${path}`;
    try {
      const body = answerCall(fake, method, path, form);
      if (method !== 'GET') fake.changes.push({ call, form });
      return { status: 200, body };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, body: { error: error.error } };
    }
  }

  /** The bytes of an event and its signature, at the test's clock unless given. */
  function sign(
    event: StripeEvent,
    { secret = STRIPE_WEBHOOK_SECRET, at = fake.now() }: { secret?: string; at?: Date } = {},
  ): { body: string; signature: string } {
    const body = JSON.stringify({ object: 'event', api_version: Stripe.API_VERSION, ...event });
    const timestamp = seconds(at);
    const hash = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    return { body, signature: `t=${timestamp},v1=${hash}` };
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
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

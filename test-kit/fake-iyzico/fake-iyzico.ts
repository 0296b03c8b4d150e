import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCall } from './calls.ts';
import { iyzicoLifecycle } from './lifecycle.ts';
import { emptyState, IyzicoFault, type Notice } from './state.ts';

export const IYZICO_KEYS = { apiKey: 'api-key-of-the-tests', secretKey: 'secret-key-of-the-tests' };
export const IYZICO_MERCHANT_ID = '700100';

export type { Notice } from './state.ts';
export type FakeIyzico = Awaited<ReturnType<typeof startFakeIyzico>>;

/**
 * iyzico's API on loopback, as far as Vitrin uses it: products and plans, checkout forms, subscriptions,
 * refunds and reports, with calls signed by IYZWSv2. Actions of a payer (`pay`) and of time (`renew`,
 * `failRenewal`, `retry`) are functions; each adds its notifications to `notices`, which the test delivers in
 * any order.
 */
export async function startFakeIyzico() {
  const fake = {
    ...emptyState(),
    isDown: false,
    /** Method and path of calls that fail while everything else works. */
    failingCalls: new Set<string>(),
    /** Calls that are executed, but with their answer lost. */
    lostAnswers: new Set<string>(),
    /** Every call that changed something, oldest first. */
    changes: [] as { call: string; body: unknown }[],
    apiBase: '',
    sign,
    close,
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const complete = Object.assign(fake, iyzicoLifecycle(fake));
  return complete;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '' } = request;
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const sent = await bodyOf(request);
    const call = `${method} ${path}`;
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ locale: 'tr', systemTime: fake.now().getTime(), ...body }));
    };
    if (fake.isDown || fake.failingCalls.has(call)) return send(503, {});
    try {
      if (!isSigned(request, path, sent)) throw new IyzicoFault('1000', 'Wrong signature');
      const body: unknown = sent === '' ? {} : JSON.parse(sent);
      const given = answerCall(complete, { method, path, query: new URLSearchParams(query), body });
      if (method !== 'GET') fake.changes.push({ call, body });
      if (fake.lostAnswers.delete(call)) return void response.destroy();
      return send(200, { status: 'success', ...given });
    } catch (error) {
      if (!(error instanceof IyzicoFault)) throw error;
      return send(422, { status: 'failure', errorCode: error.code, errorMessage: error.message });
    }
  }

  /** The bytes of a notice and its X-IYZ-SIGNATURE-V3. */
  function sign(notice: Notice, secretKey = IYZICO_KEYS.secretKey): { body: string; signature: string } {
    const { iyziEventType, subscriptionReferenceCode, orderReferenceCode, customerReferenceCode } = notice;
    const signed = [
      IYZICO_MERCHANT_ID,
      secretKey,
      iyziEventType,
      subscriptionReferenceCode,
      orderReferenceCode,
      customerReferenceCode,
    ].join('');
    const signature = createHmac('sha256', secretKey).update(signed).digest('hex');
    return { body: JSON.stringify(notice), signature };
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

/** IYZWSv2 over the bytes that came. */
function isSigned({ headers }: IncomingMessage, path: string, body: string): boolean {
  const random = String(headers['x-iyzi-rnd'] ?? '');
  const signature = createHmac('sha256', IYZICO_KEYS.secretKey)
    .update(random + path + body)
    .digest('hex');
  const fields = `apiKey:${IYZICO_KEYS.apiKey}&randomKey:${random}&signature:${signature}`;
  return headers.authorization === `IYZWSv2 ${Buffer.from(fields).toString('base64')}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

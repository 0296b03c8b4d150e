import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerCall, ParasutFault } from './calls.ts';
import { emptyState, type Resource } from './state.ts';

const PARASUT_COMPANY = '115';
const TOKEN = 'token-of-the-tests';

/** Settings with which Vitrin signs in to the stand-in. */
export const PARASUT_ACCOUNT = {
  PARASUT_COMPANY_ID: PARASUT_COMPANY,
  PARASUT_CLIENT_ID: 'client-of-the-tests',
  PARASUT_CLIENT_SECRET: 'secret-of-the-tests',
  PARASUT_USERNAME: 'owner@example.com',
  PARASUT_PASSWORD: 'password-of-the-tests',
  PARASUT_PRODUCT_ID: '7',
  PARASUT_ACCOUNT_ID: '9',
};

/**
 * Paraşüt's API v4 as far as Vitrin uses it, on loopback, written from its public documents: OAuth by password, contacts,
 * sales invoices with payments, inboxes, e-documents and the jobs that make them.
 */
export async function startFakeParasut() {
  const fake = {
    ...emptyState(),
    isDown: false,
    /** Calls that are carried out with an answer that is lost, once each. */
    lostAnswers: new Set<string>(),
    apiBase: '',
    close,
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, fake.apiBase);
    const sent = await bodyOf(request);
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/vnd.api+json' });
      response.end(JSON.stringify(body));
    };
    if (fake.isDown) return send(503, {});
    if (`${method} ${pathname}` === 'POST /oauth/token') return signIn(new URLSearchParams(sent), send);
    const prefix = `/v4/${PARASUT_COMPANY}`;
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return send(401, { errors: [] });
    if (!pathname.startsWith(`${prefix}/`)) return send(404, { errors: [] });
    const path = pathname.slice(prefix.length);
    try {
      const body = sent === '' ? undefined : (JSON.parse(sent) as { data: Resource });
      const data = answerCall(fake, { method, path, query: searchParams, resource: body?.data });
      const call = `${method} ${path.replace(/\d+/, ':id')}`;
      if (fake.lostAnswers.delete(call)) return void response.destroy();
      return send(method === 'POST' ? 201 : 200, { data });
    } catch (error) {
      if (!(error instanceof ParasutFault)) throw error;
      return send(error.status, { errors: [{ title: error.message }] });
    }
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

function signIn(form: URLSearchParams, send: (status: number, body: object) => void): void {
  const existing =
    form.get('grant_type') === 'password' &&
    form.get('client_id') === PARASUT_ACCOUNT.PARASUT_CLIENT_ID &&
    form.get('client_secret') === PARASUT_ACCOUNT.PARASUT_CLIENT_SECRET &&
    form.get('username') === PARASUT_ACCOUNT.PARASUT_USERNAME &&
    form.get('password') === PARASUT_ACCOUNT.PARASUT_PASSWORD &&
    form.get('redirect_uri') === 'urn:ietf:wg:oauth:2.0:oob';
  if (!existing) return send(401, { error: 'invalid_grant' });
  return send(200, { access_token: TOKEN, token_type: 'bearer', expires_in: 7200, refresh_token: 'x' });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

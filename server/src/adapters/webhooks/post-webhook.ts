import { lookup as systemLookup } from 'node:dns/promises';
import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../../config/config.ts';
import { isPublicAddress } from './public-address.ts';

const ANSWER_MILLISECONDS = 15_000;
/** An answer is read so far, for nothing but its end: more of it closes the connection. */
const MOST_ANSWER_BYTES = 16 * 1024;

type Address = { address: string; family: number };

export type Resolve = (name: string) => Promise<Address[]>;

/** Reason why nothing was sent, or no answer was had. */
type PostFailure = 'refused_address' | 'unknown_name' | 'timeout' | 'no_connection';

export type PostOutcome = { status: number; retryAfter: string | undefined } | { failure: PostFailure };

export type WebhookPost = {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal;
};

const resolveBySystem: Resolve = (name) => systemLookup(name, { all: true, verbatim: true });

/** True for an address of an endpoint that the owner of the installation allows whatever it is. */
export function isAllowedOrigin({ webhookAllow }: Pick<Config, 'webhookAllow'>, { origin }: URL): boolean {
  return webhookAllow.includes(origin);
}

/** Posts once, without redirects; of one resolution every address must be public. Never throws for the receiver's faults. */
export async function postWebhook(
  config: Pick<Config, 'publicUrl' | 'webhookAllow'>,
  { url, headers, body, signal }: WebhookPost,
  resolve: Resolve = resolveBySystem,
): Promise<PostOutcome> {
  const timeout = AbortSignal.timeout(ANSWER_MILLISECONDS);
  const ended = signal ? AbortSignal.any([timeout, signal]) : timeout;
  const target = new URL(url);
  const found = await orEnd(findAddresses(config, target, resolve), ended);
  if (found === 'ended') return { failure: 'timeout' };
  if ('failure' in found) return found;
  return post(target, found.addresses, { headers, body, ended });
}

async function findAddresses(
  config: Pick<Config, 'publicUrl' | 'webhookAllow'>,
  target: URL,
  resolve: Resolve,
): Promise<{ addresses: Address[] } | { failure: PostFailure }> {
  const isAllowed = isAllowedOrigin(config, target);
  if (!isAllowed && !isSendable(target, config)) return { failure: 'refused_address' };
  const addresses = await addressesOf(bareName(target), resolve);
  if (addresses.length === 0) return { failure: 'unknown_name' };
  const own = ownAddresses();
  const isRefused = ({ address }: Address) => !isPublicAddress(address) || own.has(address);
  return !isAllowed && addresses.some(isRefused) ? { failure: 'refused_address' } : { addresses };
}

/** False for what no address of an endpoint may be: without TLS, with a name and password, or of this installation. */
export function isSendable(target: URL, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return (
    target.protocol === 'https:' &&
    target.username === '' &&
    target.password === '' &&
    bareName(target) !== bareName(new URL(publicUrl))
  );
}

async function addressesOf(name: string, resolve: Resolve): Promise<Address[]> {
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  try {
    return await resolve(name);
  } catch {
    // A name that is not found, and a name server that is away: tried again later like an endpoint that is away.
    return [];
  }
}

function bareName({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address)),
  );
}

async function orEnd<T>(work: Promise<T>, ended: AbortSignal): Promise<T | 'ended'> {
  const end = Promise.withResolvers<'ended'>();
  const stop = () => end.resolve('ended');
  ended.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, end.promise]);
  } finally {
    ended.removeEventListener('abort', stop);
  }
}

function post(
  target: URL,
  addresses: Address[],
  { headers, body, ended }: { headers: Record<string, string>; body: string; ended: AbortSignal },
): Promise<PostOutcome> {
  const bytes = Buffer.from(body);
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length, connection: 'close' },
    agent: false,
    lookup: pinned(addresses),
    signal: ended,
  };
  return new Promise((resolve) => {
    const request =
      target.protocol === 'https:' ? requestHttps(target, options) : requestHttp(target, options);
    request.on('error', () => resolve({ failure: ended.aborted ? 'timeout' : 'no_connection' }));
    readStatus(request, resolve);
    request.end(bytes);
  });
}

function readStatus(request: ClientRequest, resolve: (outcome: PostOutcome) => void): void {
  request.once('response', (response) => {
    const outcome = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
    let length = 0;
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MOST_ANSWER_BYTES) return;
      resolve(outcome);
      request.destroy();
    });
    // Closed before its end, or too slow to the end: the status is what counts.
    response.on('error', () => resolve(outcome));
    response.on('end', () => resolve(outcome));
  });
}

function pinned(addresses: Address[]): LookupFunction {
  return (_name, { all }, found) => {
    const [first] = addresses;
    if (all) found(null, addresses);
    else found(null, first?.address ?? '', first?.family);
  };
}

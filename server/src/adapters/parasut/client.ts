import { z } from 'zod';

const TIMEOUT_MILLISECONDS = 10_000;

/** A script without a browser says so in the place of an address. */
const NO_REDIRECT = 'urn:ietf:wg:oauth:2.0:oob';

/** An account at Paraşüt; `productId` is sold, `accountId` is the cash or bank account that gets the money. */
export type ParasutSettings = {
  companyId: string;
  clientId: string;
  clientSecret: string;
  username: string;
  password: string;
  productId: string;
  accountId: string;
  apiBase: string;
};

export type NewResource = { type: string; attributes?: object; relationships?: object };

export type ParasutClient = {
  get: <T extends z.ZodType>(path: string, query: Record<string, string>, data: T) => Promise<z.output<T>>;
  post: <T extends z.ZodType>(path: string, resource: NewResource, data: T) => Promise<z.output<T>>;
};

/** Paraşüt refused a call. It has no words of the answer: they may repeat the buyer's data. */
class ParasutRefusal extends Error {
  override readonly name = 'ParasutRefusal';

  constructor(path: string, status: number) {
    super(`Paraşüt refused ${path} with ${status}`);
  }
}

/**
 * Signs in to Paraşüt (API v4, OAuth by password) and returns calls of its JSON:API, each resolving to the `data` of
 * the answer. A call rejects with ParasutRefusal when Paraşüt says no, and with another error when no answer can be
 * read.
 */
export async function signInToParasut(settings: ParasutSettings): Promise<ParasutClient> {
  const { clientId, clientSecret, username, password, companyId, apiBase } = settings;
  const signedIn = await send('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      client_secret: clientSecret,
      username,
      password,
      redirect_uri: NO_REDIRECT,
    }),
  });
  const { access_token } = read(z.object({ access_token: z.string().min(1) }), signedIn, '/oauth/token');
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/vnd.api+json' };
  const ask = async <T extends z.ZodType>(path: string, call: RequestInit, shape: T) => {
    const said = await send(`/v4/${encodeURIComponent(companyId)}${path}`, call);
    return read(shape, read(z.object({ data: z.unknown() }), said, path).data, path);
  };
  return {
    get: (path, query, data) => {
      const search = new URLSearchParams(query).toString();
      return ask(`${path}${search && `?${search}`}`, { headers }, data);
    },
    post: (path, resource, data) => {
      const body = JSON.stringify({ data: resource });
      const sent = { ...headers, 'content-type': 'application/vnd.api+json' };
      return ask(path, { method: 'POST', headers: sent, body }, data);
    },
  };

  async function send(path: string, call: RequestInit): Promise<unknown> {
    const response = await fetch(`${apiBase}${path}`, {
      ...call,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (!response.ok) throw new ParasutRefusal(addressOf(path), response.status);
    return response.json().catch(() => null);
  }
}

/** A path without its query, which may hold personal data of the buyer. */
const addressOf = (path: string) => path.split('?')[0] ?? path;

function read<T extends z.ZodType>(shape: T, said: unknown, path: string): z.output<T> {
  const result = shape.safeParse(said);
  if (result.success) return result.data;
  throw new Error(`The answer of Paraşüt to ${addressOf(path)} cannot be read`);
}

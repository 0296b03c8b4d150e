import { createHmac, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { Refusal } from './answers.ts';

const TIMEOUT_MILLISECONDS = 10_000;
const RANDOM_BYTES = 16;

/** Codes for a wrong signature, and for keys that iyzico does not know. */
export const WRONG_KEYS: ReadonlySet<string> = new Set(['1000', '1001']);

export type IyzicoKeys = { apiKey: string; secretKey: string; apiBase: string };

export type IyzicoClient = {
  get: <T extends z.ZodType>(path: string, query: Record<string, string>, answer: T) => Promise<z.output<T>>;
  post: <T extends z.ZodType>(path: string, body: object, answer: T) => Promise<z.output<T>>;
};

/** iyzico refused a call. It has no words of iyzico's: they may repeat personal data of the buyer. */
export class IyzicoRefusal extends Error {
  override readonly name = 'IyzicoRefusal';
  readonly code: string;

  constructor(path: string, code: string) {
    super(`iyzico refused ${path.replaceAll(/[\w-]{30,}/g, '...')} with code ${code}`);
    this.code = code;
  }
}

/** Calls iyzico's API; each call rejects with IyzicoRefusal when iyzico says no, else with another error. */
export function createIyzicoClient({ apiKey, secretKey, apiBase }: IyzicoKeys): IyzicoClient {
  return {
    get: (path, query, answer) => {
      const search = new URLSearchParams(query).toString();
      return call({ method: 'GET', path, search }, answer);
    },
    post: (path, body, answer) =>
      call({ method: 'POST', path, search: '', body: JSON.stringify(body) }, answer),
  };

  async function call<T extends z.ZodType>(
    { method, path, search, body }: { method: string; path: string; search: string; body?: string },
    answer: T,
  ): Promise<z.output<T>> {
    const random = randomBytes(RANDOM_BYTES).toString('hex');
    const response = await fetch(`${apiBase}${path}${search && `?${search}`}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: authorizationOf({ apiKey, secretKey }, random, path, body ?? ''),
        'x-iyzi-rnd': random,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const said: unknown = await response.json().catch(() => null);
    const refusal = Refusal.safeParse(said);
    if (refusal.success) throw new IyzicoRefusal(path, refusal.data.errorCode);
    const read = answer.safeParse(said);
    if (response.ok && read.success) return read.data;
    const fields = read.success ? '' : read.error.issues.map(({ path: field }) => field.join('.')).join(', ');
    throw new Error(`iyzico answered ${response.status} and cannot be read: ${fields}`);
  }
}

/** IYZWSv2: an HMAC-SHA256 with the secret key over random key, path without query, and the bytes of the body. */
export function authorizationOf(
  { apiKey, secretKey }: { apiKey: string; secretKey: string },
  random: string,
  path: string,
  body: string,
): string {
  const signature = createHmac('sha256', secretKey)
    .update(random + path + body)
    .digest('hex');
  const fields = `apiKey:${apiKey}&randomKey:${random}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(fields).toString('base64')}`;
}

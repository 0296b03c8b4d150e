import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** Calls the API like a browser: keeps cookies, echoes the CSRF token, sends the Host header. */
export type Browser = {
  cookies: Map<string, string>;
  /** Drops all cookies but the CSRF token that every browser begins with. */
  forget: () => void;
  request: (options: InjectOptions) => Promise<LightMyRequestResponse>;
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  post: (url: string, payload?: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  put: (url: string, payload?: unknown, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  patch: (
    url: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  delete: (
    url: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
};

export const TEST_CSRF_TOKEN = 'test-csrf-token-of-forty-three-characters-00';

/** A new browser with no session; `sessionId` signs it in. */
export function createBrowser(app: FastifyInstance, sessionId?: string): Browser {
  const cookies = new Map<string, string>();
  const forget = () => {
    cookies.clear();
    cookies.set('csrftoken', TEST_CSRF_TOKEN);
  };
  forget();
  if (sessionId) cookies.set('sessionid', sessionId);

  const request = async (options: InjectOptions) => {
    const response = await app.inject({
      ...options,
      headers: {
        host: 'localhost:3000',
        'x-csrftoken': cookies.get('csrftoken') ?? '',
        cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        ...options.headers,
      },
    });
    for (const { name, value, expires } of response.cookies) {
      if (value === '' || (expires && expires.getTime() <= 0)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const call =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (url: string, payload?: unknown, headers: Record<string, string> = {}) =>
      request({ method, url, headers, ...(payload !== undefined && { payload: payload as object }) });

  return {
    cookies,
    forget,
    request,
    get: (url, headers = {}) => request({ method: 'GET', url, headers }),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

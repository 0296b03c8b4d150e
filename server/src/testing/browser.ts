import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { newCsrfToken, visitorCookieName } from '../http/guards/csrf.ts';
import { sessionCookieName } from '../http/guards/session-cookie.ts';

/** Calls the API like a browser: keeps cookies, echoes the CSRF token, sends the Host header. */
export type Browser = {
  cookies: Map<string, string>;
  /** Drops all cookies except those that every browser begins with: a visitor's id and CSRF token. */
  forget: () => void;
  /** Continues with a session, as after a login. */
  enter: (sessionId: string) => void;
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

const VISITOR_ID = 'visitor-of-many-tests-';

/** A new browser with no session; `sessionId` signs it in. */
export function createBrowser(app: FastifyInstance, sessionId?: string): Browser {
  const { config } = app.context;
  const cookies = new Map<string, string>();
  const forget = () => {
    cookies.clear();
    cookies.set(visitorCookieName(config), VISITOR_ID);
    cookies.set('csrftoken', newCsrfToken({ kind: 'visitor', id: VISITOR_ID }, config));
  };
  const enter = (id: string) => {
    cookies.set(sessionCookieName(config), id);
    cookies.set('csrftoken', newCsrfToken({ kind: 'session', id }, config));
  };
  forget();
  if (sessionId) enter(sessionId);

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
    enter,
    request,
    get: (url, headers = {}) => request({ method: 'GET', url, headers }),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  };
}

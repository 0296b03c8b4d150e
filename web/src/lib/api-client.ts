import { CSRF_TOKEN, cookieValues } from '@vitrin/shared/rules/texts/cookie-values.ts';
import { VIEW_AS_CLIENT, VIEW_AS_HEADER } from '@vitrin/shared/rules/client-view.ts';
import { type ApiError, CookiesRefusedError, NetworkError, toApiError } from './api-error.ts';
import { isClientView } from './looks/client-view.ts';
import { readCookie } from './cookies.ts';
import { paths } from '../paths.ts';
import { noteAnswerTime } from './clock/server-clock.ts';

export const API_BASE = '/api';
const AUTH_BASE = `${API_BASE}/_allauth/browser/v1`;

/** Address of a call of the auth API (specification 4.1). */
export function authUrl(path: string): string {
  return `${AUTH_BASE}/${path}`;
}

/** How long a refused write waits before it is sent again unnoticed, for each pause and in all. */
const SHORT_PAUSE_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 30;

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ApiRequest = {
  method?: Method;
  /** Sent as JSON; FormData is sent as multipart. */
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type SessionEnd = 'leaving' | 'waiting' | 'nobody';

type Hooks = {
  language: () => string;
  /** Decides what happens to the page; `waiting` when it stays and asks the user to log in again. */
  onSessionExpired: () => SessionEnd;
};

let hooks: Hooks = { language: () => 'en', onSessionExpired: () => 'nobody' };

/** Called once by App.tsx, which knows the language to ask for and how to handle an expired session. */
export function configureApiClient(given: Hooks): void {
  hooks = given;
}

/** Reports the session check's 401, an exception of specification 3.9: a known session may have ended. */
export function reportExpiredSession(): SessionEnd {
  return hooks.onSessionExpired();
}

/**
 * Sends a request; `path` begins with /projects/ or the like, or with /api/ as in `next`. Resolves to the body, if any;
 * rejects with ApiError or NetworkError.
 */
export async function api<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const url = urlOf(path, request.query);
  const [response, body] = await sendInTurn(url, request);
  if (response.ok) return body as T;
  const error = toApiError(response, body);
  if (meansExpiredSession(url, error)) await endSessionIfOver();
  if (error.status === 403) leadToRequiredStep(error.data);
  throw error;
}

/** The one screen that is open to a freelancer who must set a second step up first (specification 3.20). */
function leadToRequiredStep(body: unknown): void {
  const { code } = (body ?? {}) as { code?: unknown };
  if (code === 'second_step_required' && location.pathname !== paths.account)
    location.assign(paths.requiredStep);
}

let asked: Promise<boolean> | null = null;

/**
 * Checks whether the session is over after a 401, once for all failed calls: a stray 401 would loop through the login.
 */
export async function endSessionIfOver(): Promise<boolean> {
  asked ??= isSessionOver().finally(() => (asked = null));
  const isOver = await asked;
  if (isOver) hooks.onSessionExpired();
  return isOver;
}

async function isSessionOver(): Promise<boolean> {
  try {
    return (await send(authUrl('auth/session'), {})).status === 401;
  } catch (error) {
    // The state of the session stays unknown; the failed call shows its own error, and the next one checks again.
    console.error(error);
    return false;
  }
}

/** True if a 401 means an expired session (specification 3.9); in the auth API it usually carries steps (4.1). */
export function meansExpiredSession(url: string, error: ApiError): boolean {
  if (error.status !== 401) return false;
  if (!url.startsWith(AUTH_BASE)) return true;
  const path = url.slice(AUTH_BASE.length);
  const needsSession = /^\/(?:account\/(?!email\b)|auth\/sessions\b)/.test(path);
  return needsSession || !hasFlows(error.data);
}

/**
 * CSRF token, or several with commas if neighbours set cookies of that name; loaded if missing. Each call reads it,
 * because a login rotates it. Throws CookiesRefusedError if the browser keeps no cookie.
 */
export async function csrfToken(): Promise<string> {
  const cached = ownTokens();
  if (cached) return cached;
  const { ok } = await fetchOrNetworkError(authUrl('config'), { credentials: 'include' });
  // A server of the release before gives tokens of another form.
  const token = ownTokens() || (readCookie('csrftoken') ?? '');
  if (token === '' && ok) throw new CookiesRefusedError();
  return token;
}

function ownTokens(): string {
  return cookieValues(document.cookie, 'csrftoken', CSRF_TOKEN).join(',');
}

/** Headers of every call, also of uploads, which are sent in another way. */
export async function requestHeaders(method: Method): Promise<Headers> {
  const headers = new Headers({
    Accept: 'application/json',
    'Accept-Language': hooks.language(),
    // Loading is not a look yet; looks are reported separately, by reportLook.
    'X-Looks': 'reported',
  });
  if (isClientView()) headers.set(VIEW_AS_HEADER, VIEW_AS_CLIENT);
  if (method !== 'GET' && method !== 'HEAD') headers.set('X-CSRFToken', await csrfToken());
  return headers;
}

/**
 * Sends a request. Refusals of too fast writes are retried after short pauses, since the server has done nothing yet;
 * long pauses and account calls are left to the caller. A refusal with a new CSRF token is retried once.
 */
async function sendInTurn(url: string, request: ApiRequest): Promise<[response: Response, body: unknown]> {
  const isWrite = request.method !== undefined && request.method !== 'GET' && request.method !== 'HEAD';
  const waits = isWrite && !url.startsWith(AUTH_BASE);
  let isTokenNew = false;
  for (let waitedSeconds = 0; ;) {
    const tokens = ownTokens();
    const response = await send(url, request);
    if (isWrite && !isTokenNew && response.status === 403 && ownTokens() !== tokens) {
      isTokenNew = true;
      continue;
    }
    const body = await bodyOf(response);
    const { retryAfterSeconds } = toApiError(response, body);
    if (!waits || response.status !== 429 || retryAfterSeconds === null) return [response, body];
    if (retryAfterSeconds > SHORT_PAUSE_SECONDS) return [response, body];
    waitedSeconds += retryAfterSeconds;
    if (waitedSeconds > LONGEST_WAIT_SECONDS) return [response, body];
    await pause(retryAfterSeconds, request.signal);
  }
}

/** Waits up to a second longer, so that many waiting calls do not return at once. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop);
        resolve();
      },
      (seconds + Math.random()) * 1000,
    );
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

async function send(url: string, { method = 'GET', body, headers, signal }: ApiRequest): Promise<Response> {
  const isForm = body instanceof FormData;
  const all = await requestHeaders(method);
  for (const [name, value] of Object.entries(headers ?? {})) all.set(name, value);
  if (body !== undefined && !isForm) all.set('Content-Type', 'application/json');
  const payload = body === undefined ? null : isForm ? body : JSON.stringify(body);
  return fetchOrNetworkError(url, {
    method,
    headers: all,
    body: payload,
    credentials: 'include',
    signal: signal ?? null,
  });
}

async function fetchOrNetworkError(url: string, init: RequestInit): Promise<Response> {
  const sentAt = Date.now();
  try {
    const response = await fetch(url, init);
    noteAnswerTime(response.headers.get('date'), sentAt);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError({ cause: error });
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not an answer of our server (a proxy's error page), so only the status counts.
    return undefined;
  }
}

function urlOf(path: string, query: ApiRequest['query']): string {
  const url = path.startsWith(`${API_BASE}/`) ? path : `${API_BASE}${path}`;
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return url;
  return `${url}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`;
}

function hasFlows(body: unknown): boolean {
  return isRecord(body) && isRecord(body['data']) && Array.isArray(body['data']['flows']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

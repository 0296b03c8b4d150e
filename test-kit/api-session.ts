export type ApiAnswer = { status: number; headers: Headers; body: unknown };

/** Far above any call, so that one that hangs fails where it was made. */
const LONGEST_CALL_MILLISECONDS = 200_000;

export type ApiSession = ReturnType<typeof openApiSession>;

/**
 * A client of the API that acts like a browser: keeps cookies and sends the CSRF token with unsafe calls. With the
 * `cookies` of another session it continues as the same user, for example after the server was restarted on another
 * port.
 */
export function openApiSession(origin: string, cookies = new Map<string, string>()) {
  async function call(
    method: string,
    path: string,
    payload?: unknown,
    extraHeaders: Record<string, string> = {},
  ) {
    if (method !== 'GET' && !cookies.has('csrftoken')) await request('GET', '/_allauth/browser/v1/config');
    return request(method, path, payload, extraHeaders);
  }

  async function request(
    method: string,
    path: string,
    payload?: unknown,
    extraHeaders: Record<string, string> = {},
  ): Promise<ApiAnswer> {
    const headers = new Headers({
      accept: 'application/json',
      origin,
      cookie: cookieHeader(),
      ...extraHeaders,
    });
    const token = cookies.get('csrftoken');
    if (method !== 'GET' && token) headers.set('x-csrftoken', token);
    let body: FormData | URLSearchParams | string | null = null;
    if (payload instanceof FormData || payload instanceof URLSearchParams) body = payload;
    else if (payload !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(payload);
    }
    const signal = AbortSignal.timeout(LONGEST_CALL_MILLISECONDS);
    const response = await fetch(new URL(path, origin), {
      method,
      headers,
      body,
      signal,
      redirect: 'manual',
    });
    keepCookies(response.headers.getSetCookie());
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  }

  function cookieHeader(): string {
    return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  }

  function keepCookies(lines: string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /;\s*max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  /** Calls and returns the body; any other status is an error. For set-up. */
  async function expectCall<T>(status: number, method: string, path: string, payload?: unknown): Promise<T> {
    const answer = await call(method, path, payload);
    if (answer.status === status) return answer.body as T;
    throw new Error(
      `${method} ${path}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`,
    );
  }

  return { origin, cookies, call, expectCall };
}

async function readBody(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json');
  if (!isJson) return Buffer.from(await response.arrayBuffer());
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

import { vi } from 'vitest';

export type FakeAnswer = { status?: number; body?: unknown; headers?: Record<string, string> };
type FakeRequest = { method: string; path: string; body: unknown; headers: Headers };
type Answers = Record<string, FakeAnswer | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>)>;

/**
 * Answers `fetch` by "METHOD /path" (without query); anything else is a 404. Returns the requests as they come in. The
 * CSRF cookie is set, as after a visit to the real server.
 */
export function fakeServer(answers: Answers): FakeRequest[] {
  document.cookie = `csrftoken=${'t'.repeat(59)}; path=/`;
  const requests: FakeRequest[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
      headers: new Headers(init.headers),
    };
    requests.push(request);
    const answer = answers[`${request.method} ${url.split('?')[0]}`] ?? {
      status: 404,
      body: { detail: 'Not found.' },
    };
    const {
      status = 200,
      body,
      headers = {},
    } = typeof answer === 'function' ? await answer(request) : answer;
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  });
  return requests;
}

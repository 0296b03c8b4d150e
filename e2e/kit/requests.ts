import type { Request } from '@playwright/test';

/** Sends a request in place of the browser, which receives neither the answer nor its cookies. */
export async function fetchWithoutBrowser(request: Request, drop: string[] = []): Promise<Response> {
  const headers = Object.entries(await request.allHeaders()).filter(
    ([name]) => !name.startsWith(':') && name !== 'content-length' && !drop.includes(name),
  );
  const body = request.postDataBuffer();
  return fetch(request.url(), {
    method: request.method(),
    headers,
    body: body === null ? null : new Uint8Array(body),
    redirect: 'manual',
  });
}

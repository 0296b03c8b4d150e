import { Readable } from 'node:stream';
import type { Browser } from './browser.ts';

/** Sends a request with a body that follows only after `meanwhile`, to outlive a session. */
export async function hold(
  browser: Browser,
  [method, url, fields]: readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string, object],
  meanwhile: () => Promise<void>,
) {
  const text = JSON.stringify(fields);
  const payload = Readable.from(
    (async function* () {
      yield text.slice(0, 1);
      await meanwhile();
      yield text.slice(1);
    })(),
  );
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) };
  return browser.request({ method, url, headers, payload });
}

import { beforeEach, expect, test, vi } from 'vitest';
import { followFailedStyles, loadCode, missingCode, tryLoadingAgain } from './load-code.ts';

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('location', { reload });
  reload.mockReset();
});

/** Fails the given number of times, then loads. */
function failing(times: number): () => Promise<string> {
  let tries = 0;
  return () =>
    ++tries > times ? Promise.resolve('code') : Promise.reject(new TypeError('Failed to fetch module'));
}

function server(answer: () => Promise<Response>, ...loaded: string[]) {
  vi.stubGlobal('fetch', answer);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    loaded.map((path) => ({ name: `http://localhost:3000${path}` }) as PerformanceEntry),
  );
}
const page = (script: string) => async () =>
  new Response(`<script type="module" crossorigin src="${script}"></script>`);
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

test('loaded code is used at once, without a message', async () => {
  await expect(loadCode(failing(0))).resolves.toBe('code');
  expect(missingCode()).toBeNull();
});

test('without an answer the page stays, and can retry until the code is loaded', async () => {
  server(offline);
  const code = loadCode(failing(2));
  await vi.waitFor(() => expect(missingCode()).toEqual({ reason: 'unreachable', isTrying: false }));
  tryLoadingAgain();
  expect(missingCode()?.isTrying).toBe(true);
  await vi.waitFor(() => expect(missingCode()?.isTrying).toBe(false));
  tryLoadingAgain();
  await expect(code).resolves.toBe('code');
  expect(missingCode()).toBeNull();
  expect(reload).not.toHaveBeenCalled();
});

test('a server with the same build is no reason to reload', async () => {
  server(page('/assets/main-1.js'), '/assets/main-1.js');
  const code = loadCode(failing(1));
  await vi.waitFor(() => expect(missingCode()?.reason).toBe('unreachable'));
  expect(reload).not.toHaveBeenCalled();
  tryLoadingAgain();
  await code;
});

test('all failed loads are retried together, and the notice stays until the last has succeeded', async () => {
  server(offline);
  const first = loadCode(failing(1));
  const second = loadCode(failing(2));
  await vi.waitFor(() => expect(missingCode()?.isTrying).toBe(false));
  await Promise.resolve();
  tryLoadingAgain();
  await first;
  await vi.waitFor(() => expect(missingCode()).toEqual({ reason: 'unreachable', isTrying: false }));
  tryLoadingAgain();
  await second;
  expect(missingCode()).toBeNull();
});

test('a style sheet that failed to load is requested again with the code', async () => {
  server(offline);
  followFailedStyles();
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: '/assets/form.css' });
  document.head.append(link);
  link.dispatchEvent(new Event('error'));
  const code = loadCode(failing(1));
  await vi.waitFor(() => expect(missingCode()).not.toBeNull());
  tryLoadingAgain();
  const again = await vi.waitFor(() => {
    const found = document.querySelector('link[rel=stylesheet]');
    expect(found).not.toBe(link);
    return found;
  });
  again?.dispatchEvent(new Event('load'));
  await code;
  again?.remove();
});

// The last test, because code that waits for a fresh page waits for ever.
test('a page reloads by itself after a new build, but not repeatedly', async () => {
  server(page('/assets/main-2.js'), '/assets/main-1.js');
  void loadCode(failing(Infinity));
  await vi.waitFor(() => expect(missingCode()?.reason).toBe('newBuild'));
  void loadCode(failing(Infinity));
  await vi.waitFor(() => expect(fetch).toBeDefined());
  expect(reload).toHaveBeenCalledOnce();
  tryLoadingAgain();
  expect(reload).toHaveBeenCalledTimes(2);
});

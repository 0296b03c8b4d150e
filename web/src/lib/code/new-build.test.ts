import { expect, test, vi } from 'vitest';
import { isNewBuildOut } from './new-build.ts';

const page = (...scripts: string[]) =>
  scripts.map((path) => `<script type="module" crossorigin src="${path}"></script>`).join('');

function serve(html: string, ...loaded: string[]) {
  vi.stubGlobal('fetch', async () => new Response(html));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    loaded.map((path) => ({ name: `http://localhost:3000${path}` }) as PerformanceEntry),
  );
}

test('the running build is not a new one', async () => {
  serve(page('/assets/main-1.js'), '/assets/main-1.js');
  expect(await isNewBuildOut()).toBe(false);
});

test('one different script at the start is a new build', async () => {
  serve(page('/assets/runtime.js', '/assets/main-2.js'), '/assets/runtime.js', '/assets/main-1.js');
  expect(await isNewBuildOut()).toBe(true);
});

test('a server that does not answer has no new build', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await isNewBuildOut()).toBe(false);
});

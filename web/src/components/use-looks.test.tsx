import type { Seen } from '@vitrin/shared/contract/figures/looks.ts';
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { useLooks } from './use-looks.ts';

const PROJECT: Seen = { kind: 'project_opened', id: 1 };
const VERSION: Seen = { kind: 'version_opened', id: 2 };

let isVisible: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  isVisible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
});

function show(visible: boolean): void {
  isVisible = visible;
  document.dispatchEvent(new Event('visibilitychange'));
}

function renderLooks(...answers: number[]) {
  const requests = fakeServer({ 'POST /api/seen/': () => ({ status: answers.shift() ?? 204 }) });
  const { rerender, unmount } = renderHook(({ looks }) => useLooks(looks), {
    initialProps: { looks: [PROJECT] },
  });
  const reported = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return requests.splice(0).map(({ body }) => body);
  };
  return { rerender, unmount, reported };
}

test('an item on the screen for a second is reported, once', async () => {
  const { rerender, reported } = renderLooks();
  expect(await reported(999)).toEqual([]);
  expect(await reported(1)).toEqual([PROJECT]);
  rerender({ looks: [PROJECT, VERSION] });
  expect(await reported(60_000)).toEqual([VERSION]);
});

test('a tab in the background reports nothing, and the second starts again when it is shown', async () => {
  isVisible = false;
  const { reported } = renderLooks();
  expect(await reported(60_000)).toEqual([]);
  show(true);
  expect(await reported(900)).toEqual([]);
  show(false);
  expect(await reported(60_000)).toEqual([]);
  show(true);
  expect(await reported(999)).toEqual([]);
  expect(await reported(1)).toEqual([PROJECT]);
});

test('returning to the tab after ten minutes is another look, after one minute it is none', async () => {
  const { reported } = renderLooks();
  await reported(1000);
  for (const [away, looks] of [
    [60_000, []],
    [600_000, [PROJECT]],
  ] as const) {
    show(false);
    await reported(away);
    show(true);
    expect(await reported(1000)).toEqual(looks);
  }
});

test('an item on the screen for less than a second is not reported', async () => {
  const { unmount, reported } = renderLooks();
  await reported(900);
  unmount();
  expect(await reported(60_000)).toEqual([]);
});

test.each([
  ['the server fails', 503, 2],
  ['there are too many writes', 429, 2],
  ['the session is over', 401, 1],
  ['the thing is gone', 404, 1],
])('when %s', async (_what, status, times) => {
  const { reported } = renderLooks(status, status, status);
  expect(await reported(120_000)).toHaveLength(times);
});

test('offline, a look is retried once and then dropped silently', async () => {
  const { reported } = renderLooks();
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetch);
  await reported(120_000);
  expect(fetch).toHaveBeenCalledTimes(2);
});

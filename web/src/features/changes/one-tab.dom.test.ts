import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followChanges } from './one-tab.ts';
import * as stream from './stream.ts';

const streams = { open: 0, opened: 0 };
const hints: string[] = [];
let stop: () => void;
let isHidden = false;

function turn(hidden: boolean): void {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(stream, 'followStream').mockImplementation(() => {
    streams.open += 1;
    streams.opened += 1;
    return () => {
      streams.open -= 1;
    };
  });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  Object.assign(streams, { open: 0, opened: 0 });
  hints.length = 0;
  isHidden = false;
  // jsdom has no locks, so each tab has a stream of its own.
  stop = followChanges(1, ({ event }) => hints.push(event));
});
afterEach(() => stop());

test('a tab without locks has a stream of its own, until it is left', () => {
  expect(streams).toEqual({ open: 1, opened: 1 });
  stop();
  expect(streams.open).toBe(0);
});

test('a tab hidden for minutes closes its stream, and reloads everything when it is shown', async () => {
  turn(true);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(streams.open).toBe(1);
  turn(false);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([streams.open, hints]).toEqual([1, []]);
  turn(true);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(streams.open).toBe(0);
  turn(false);
  expect([streams.open, hints]).toEqual([1, ['resync']]);
});

test('a page in the back/forward cache has no stream', () => {
  dispatchEvent(new Event('pagehide'));
  expect(streams.open).toBe(0);
  dispatchEvent(new Event('pageshow'));
  expect([streams.open, hints]).toEqual([1, ['resync']]);
});

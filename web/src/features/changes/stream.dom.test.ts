import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type StreamedHint, followStream } from './stream.ts';

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 1;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.all.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  say(event: string, id = '', data: object = {}): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId: id }));
  }

  fail(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}

let received: StreamedHint[];
let stop: () => void;
const open = () => FakeEventSource.all.filter(({ readyState }) => readyState === 1);
const latest = () => FakeEventSource.all.at(-1) ?? new FakeEventSource('none');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
  FakeEventSource.all = [];
  received = [];
  stop = followStream(
    () => received.at(-1)?.id,
    (one) => received.push(one),
  );
});
afterEach(() => stop());

test('a stream starts at the age of the page, and passes on its events', () => {
  expect(latest().url).toMatch(/^\/api\/changes\/\?age=\d+$/);
  latest().say('change', 'a-1', { project: 7, parts: ['files'] });
  latest().say('list', 'a-2');
  latest().say('resync', 'a-3');
  expect(received).toEqual([
    { id: 'a-1', hint: { event: 'change', project: 7, parts: ['files'] } },
    { id: 'a-2', hint: { event: 'list' } },
    { id: 'a-3', hint: { event: 'resync' } },
  ]);
});

test('a refused stream reconnects after growing pauses, from the last event on', async () => {
  latest().say('list', 'a-9');
  const pauses = [];
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    latest().fail();
    expect(open()).toHaveLength(0);
    const before = Date.now();
    while (open().length === 0) await vi.advanceTimersByTimeAsync(100);
    pauses.push(Date.now() - before);
  }
  expect(latest().url).toBe('/api/changes/?after=a-9');
  expect(pauses[0]).toBeLessThanOrEqual(2100);
  expect(pauses[4]).toBeGreaterThan(10_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(300_100);
  latest().say('ready', 'a-9');
  latest().fail();
  await vi.advanceTimersByTimeAsync(2100);
  expect(open()).toHaveLength(1);
});

test('an interruption that the browser mends by itself is left to it', () => {
  latest().readyState = 0;
  latest().dispatchEvent(new Event('error'));
  expect(FakeEventSource.all).toHaveLength(1);
});

test('offline no request is made, and online one is made at once', async () => {
  dispatchEvent(new Event('offline'));
  expect(open()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(open()).toHaveLength(0);
  dispatchEvent(new Event('online'));
  expect(open()).toHaveLength(1);
});

test('the end of the session closes the stream, and makes the screen reload', () => {
  latest().say('end', 'a-4');
  expect(received).toEqual([{ id: 'a-4', hint: { event: 'resync' } }]);
  expect(open()).toHaveLength(0);
});

test('no connection is open after a stop', async () => {
  latest().fail();
  stop();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(open()).toHaveLength(0);
});

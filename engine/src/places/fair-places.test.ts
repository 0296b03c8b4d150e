import { expect, test } from 'vitest';
import { TooManyWaitingError } from './errors.ts';
import { createPlaces } from './fair-places.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a tenant takes no more places than one may, while others still get one', () => {
  const places = createPlaces({ count: 3, each: 1 });
  expect(places.tryAcquire('a')).toBeDefined();
  expect(places.tryAcquire('a')).toBeUndefined();
  expect(places.tryAcquire('b')).toBeDefined();
  expect(places.counts()).toEqual({ held: 2, waiting: 0 });
});

test('a place is given back once, however often that is said', () => {
  const places = createPlaces({ count: 2, each: 2 });
  const release = places.tryAcquire('a');
  places.tryAcquire('a');
  release?.();
  release?.();
  expect(places.counts()).toEqual({ held: 1, waiting: 0 });
});

test('the last places go to tenants that hold none, of those that wait too', async () => {
  const places = createPlaces({ count: 4, each: 2, reserve: 1 });
  const [first] = ['a', 'a', 'b'].map((tenant) => places.tryAcquire(tenant));
  expect(places.tryAcquire('b')).toBeUndefined();
  const served: string[] = [];
  const wait = async (tenant: string) => {
    const release = await places.acquire({ tenant });
    served.push(tenant);
    return release;
  };
  const own = wait('b');
  const release = await wait('c');
  expect(served).toEqual(['c']);
  expect(places.counts()).toEqual({ held: 4, waiting: 1 });
  release();
  await settle();
  expect(served).toEqual(['c']);
  first?.();
  await own;
  expect(served).toEqual(['c', 'b']);
});

test('too many waits of one tenant are refused', async () => {
  const places = createPlaces({ count: 1, each: 1, maxWaitingEach: 2 });
  const release = places.tryAcquire('a');
  const waits = [places.acquire({ tenant: 'a' }), places.acquire({ tenant: 'a' })];
  await expect(places.acquire({ tenant: 'a' })).rejects.toThrow(TooManyWaitingError);
  release?.();
  for (const wait of waits) (await wait)();
  expect(places.counts()).toEqual({ held: 0, waiting: 0 });
});

test('where too many wait altogether, who has none waiting yet still may', async () => {
  const places = createPlaces({ count: 1, each: 1, maxWaiting: 2 });
  const release = places.tryAcquire('a');
  const waits = ['a', 'a', 'b'].map(async (tenant) => (await places.acquire({ tenant }))());
  await expect(places.acquire({ tenant: 'b' })).rejects.toThrow(TooManyWaitingError);
  release?.();
  await Promise.all(waits);
});

test('a wait that was given up leaves room for another one', async () => {
  const places = createPlaces({ count: 1, each: 1, maxWaitingEach: 1 });
  const release = places.tryAcquire('a');
  const gone = new AbortController();
  const given = places.acquire({ tenant: 'b', signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  const next = places.acquire({ tenant: 'b' });
  await settle();
  expect(places.counts()).toEqual({ held: 1, waiting: 1 });
  release?.();
  (await next)();
  // A signal that aborts after its wait was served changes nothing.
  const late = new AbortController();
  const first = await places.acquire({ tenant: 'a' });
  const served = places.acquire({ tenant: 'b', signal: late.signal });
  first();
  late.abort();
  (await served)();
  expect(places.counts()).toEqual({ held: 0, waiting: 0 });
});

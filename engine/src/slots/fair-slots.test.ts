import { expect, test } from 'vitest';
import { TooManyWaitingError } from './errors.ts';
import { createSlots } from './fair-slots.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a tenant takes no more places than allowed, while others still get one', () => {
  const slots = createSlots({ count: 3, each: 1 });
  expect(slots.tryAcquire('a')).toBeDefined();
  expect(slots.tryAcquire('a')).toBeUndefined();
  expect(slots.tryAcquire('b')).toBeDefined();
  expect(slots.counts()).toEqual({ held: 2, waiting: 0 });
});

test('a slot is released once, however often that is called', () => {
  const slots = createSlots({ count: 2, each: 2 });
  const release = slots.tryAcquire('a');
  slots.tryAcquire('a');
  release?.();
  release?.();
  expect(slots.counts()).toEqual({ held: 1, waiting: 0 });
});

test('the last places go to tenants that hold none, of those that wait too', async () => {
  const slots = createSlots({ count: 4, each: 2, reserve: 1 });
  const [first] = ['a', 'a', 'b'].map((tenant) => slots.tryAcquire(tenant));
  expect(slots.tryAcquire('b')).toBeUndefined();
  const served: string[] = [];
  const wait = async (tenant: string) => {
    const release = await slots.acquire({ tenant });
    served.push(tenant);
    return release;
  };
  const own = wait('b');
  const release = await wait('c');
  expect(served).toEqual(['c']);
  expect(slots.counts()).toEqual({ held: 4, waiting: 1 });
  release();
  await settle();
  expect(served).toEqual(['c']);
  first?.();
  await own;
  expect(served).toEqual(['c', 'b']);
});

test('too many waits of one tenant are refused', async () => {
  const slots = createSlots({ count: 1, each: 1, maxWaitingEach: 2 });
  const release = slots.tryAcquire('a');
  const waits = [slots.acquire({ tenant: 'a' }), slots.acquire({ tenant: 'a' })];
  await expect(slots.acquire({ tenant: 'a' })).rejects.toThrow(TooManyWaitingError);
  release?.();
  for (const wait of waits) (await wait)();
  expect(slots.counts()).toEqual({ held: 0, waiting: 0 });
});

test('when too many wait altogether, a tenant with no waiting request may still wait', async () => {
  const slots = createSlots({ count: 1, each: 1, maxWaiting: 2 });
  const release = slots.tryAcquire('a');
  const waits = ['a', 'a', 'b'].map(async (tenant) => (await slots.acquire({ tenant }))());
  await expect(slots.acquire({ tenant: 'b' })).rejects.toThrow(TooManyWaitingError);
  release?.();
  await Promise.all(waits);
});

test('a wait that was given up leaves room for another one', async () => {
  const slots = createSlots({ count: 1, each: 1, maxWaitingEach: 1 });
  const release = slots.tryAcquire('a');
  const gone = new AbortController();
  const given = slots.acquire({ tenant: 'b', signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  const next = slots.acquire({ tenant: 'b' });
  await settle();
  expect(slots.counts()).toEqual({ held: 1, waiting: 1 });
  release?.();
  (await next)();
  // A signal that aborts after its wait was served changes nothing.
  const late = new AbortController();
  const first = await slots.acquire({ tenant: 'a' });
  const served = slots.acquire({ tenant: 'b', signal: late.signal });
  first();
  late.abort();
  (await served)();
  expect(slots.counts()).toEqual({ held: 0, waiting: 0 });
});

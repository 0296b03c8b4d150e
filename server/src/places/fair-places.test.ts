import { expect, test } from 'vitest';
import { RateLimitedError } from '../errors.ts';
import { createPlaces } from './fair-places.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a person takes no more places than one may, while others still get one', () => {
  const places = createPlaces({ count: 3, each: 1 });
  expect(places.tryTake('a')).toBeDefined();
  expect(places.tryTake('a')).toBeUndefined();
  expect(places.tryTake('b')).toBeDefined();
  expect(places.counts()).toEqual({ held: 2, waiting: 0 });
});

test('a place is given back once, however often that is said', () => {
  const places = createPlaces({ count: 2, each: 2 });
  const giveBack = places.tryTake('a');
  places.tryTake('a');
  giveBack?.();
  giveBack?.();
  expect(places.counts()).toEqual({ held: 1, waiting: 0 });
});

test('too many waits of one person are refused', async () => {
  const places = createPlaces({ count: 1, each: 1, maxWaitingEach: 2 });
  const giveBack = places.tryTake('a');
  const waits = [places.take({ person: 'a' }), places.take({ person: 'a' })];
  await expect(places.take({ person: 'a' })).rejects.toThrow(RateLimitedError);
  giveBack?.();
  for (const wait of waits) (await wait)();
  expect(places.counts()).toEqual({ held: 0, waiting: 0 });
});

test('where too many wait altogether, who has none waiting yet still may', async () => {
  const places = createPlaces({ count: 1, each: 1, maxWaiting: 2 });
  const giveBack = places.tryTake('a');
  const waits = ['a', 'a', 'b'].map(async (person) => (await places.take({ person }))());
  await expect(places.take({ person: 'b' })).rejects.toThrow(RateLimitedError);
  giveBack?.();
  await Promise.all(waits);
});

test('a wait that was given up leaves room for another one', async () => {
  const places = createPlaces({ count: 1, each: 1, maxWaitingEach: 1 });
  const giveBack = places.tryTake('a');
  const gone = new AbortController();
  const given = places.take({ person: 'b', signal: gone.signal });
  gone.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  const next = places.take({ person: 'b' });
  await settle();
  expect(places.counts()).toEqual({ held: 1, waiting: 1 });
  giveBack?.();
  (await next)();
  // What was served is not ended by its signal any more.
  const late = new AbortController();
  const first = await places.take({ person: 'a' });
  const served = places.take({ person: 'b', signal: late.signal });
  first();
  late.abort();
  (await served)();
  expect(places.counts()).toEqual({ held: 0, waiting: 0 });
});

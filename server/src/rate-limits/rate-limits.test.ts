import { expect, test } from 'vitest';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { createTestApp } from '../testing/test-app.ts';
import { RateLimitedError } from '../errors.ts';
import { countAttempt, limitRate, undoAttempt } from './rate-limits.ts';

const limit = { amount: 5, seconds: 60 };

const setup = await sharedTestApp();

test('20 parallel attempts cannot pass a limit of 5', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 20 }, () => countAttempt(setup.context, 'parallel', limit)),
  );
  expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(5);
});

test('a window starts with its first attempt and is not prolonged by refused ones', async () => {
  const { context } = setup;
  for (let count = 0; count < 5; count += 1) await limitRate(context, 'window', limit);
  setup.advance(20);
  await expect(limitRate(context, 'window', limit)).rejects.toEqual(new RateLimitedError(40));
  setup.advance(39.5);
  await expect(limitRate(context, 'window', limit)).rejects.toEqual(new RateLimitedError(1));
  setup.advance(0.5);
  await limitRate(context, 'window', limit);
});

test('a clock that was set back delays no request for longer than a window', async () => {
  const { context } = setup;
  setup.advance(3600);
  for (let count = 0; count < 5; count += 1) await limitRate(context, 'set back', limit);
  setup.advance(-3600);
  await expect(limitRate(context, 'set back', limit)).rejects.toEqual(new RateLimitedError(60));
  setup.advance(30);
  await expect(limitRate(context, 'set back', limit)).rejects.toEqual(new RateLimitedError(30));
  setup.advance(30);
  await limitRate(context, 'set back', limit);
});

test('an attempt that is undone does not count', async () => {
  const { context } = setup;
  for (let count = 0; count < 20; count += 1) {
    await limitRate(context, 'login', limit);
    await undoAttempt(context, 'login');
  }
  expect((await countAttempt(context, 'login', limit)).allowed).toBe(true);
});

test('keys do not share their counters', async () => {
  for (let count = 0; count < 6; count += 1) await countAttempt(setup.context, 'a', limit);
  expect((await countAttempt(setup.context, 'b', limit)).allowed).toBe(true);
});

test('RATE_LIMITS=off counts nothing', async () => {
  const off = await createTestApp({ RATE_LIMITS: 'off' });
  for (let count = 0; count < 9; count += 1) {
    expect((await countAttempt(off.context, 'off', limit)).allowed).toBe(true);
  }
  await off.close();
});

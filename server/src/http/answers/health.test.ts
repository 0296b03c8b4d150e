import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { readiness } from './health.ts';

const setup = await sharedTestApp({ LOG_LEVEL: 'error' });

const status = async () => (await setup.app.inject('/readyz')).statusCode;

test('a server without its store is not ready, and is ready again when the store is back', async () => {
  expect(await status()).toBe(200);
  const files = join(setup.config.dataDir, 'files');
  renameSync(files, `${files}-away`);
  setup.advance(5);
  expect(await status()).toBe(503);
  expect(setup.logs.map(({ msg }) => msg)).toEqual(['The store does not answer']);
  expect((await setup.app.inject('/healthz')).statusCode).toBe(200);
  renameSync(`${files}-away`, files);
  setup.advance(5);
  expect(await status()).toBe(200);
});

test('a result is not reused after the clock was set back', async () => {
  let isThere = false;
  const check = async () => {
    if (!isThere) throw new Error('away');
  };
  const isReady = readiness({ ...setup.context, storage: { ...setup.context.storage, check } });
  setup.advance(3600);
  expect(await isReady()).toBe(false);
  isThere = true;
  setup.advance(-3600);
  expect(await isReady()).toBe(true);
});

test('simultaneous or quickly repeated requests cost one check', async () => {
  let looks = 0;
  const storage = { ...setup.context.storage, check: async () => void (looks += 1) };
  const isReady = readiness({ ...setup.context, storage });
  await Promise.all(Array.from({ length: 50 }, isReady));
  setup.advance(2);
  await isReady();
  expect(looks).toBe(1);
  setup.advance(2);
  expect(await isReady()).toBe(true);
  expect(looks).toBe(2);
});

test('a store that never answers makes the server unready and does not block the check', async () => {
  const signals: AbortSignal[] = [];
  const storage = {
    ...setup.context.storage,
    check: (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<void>(() => {});
    },
  };
  expect(await readiness({ ...setup.context, storage }, 10)()).toBe(false);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

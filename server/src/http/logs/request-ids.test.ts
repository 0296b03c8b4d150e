import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const setups = [await createTestApp({ LOG_LEVEL: 'info' }), await createTestApp({ LOG_LEVEL: 'info' })];
afterAll(async () => {
  for (const setup of setups) await setup.close();
});

test('every answer names its request as the log does, and no two processes give the same id', async () => {
  const ids = new Set<unknown>();
  const urls = ['/api/subscription_plans/', '/api/projects/', '/api/nowhere/', '/healthz', '/nowhere'];
  for (const { app, logs } of setups)
    for (const url of urls) {
      const { headers } = await app.inject({ url, headers: { host: 'localhost:3000' } });
      const id = headers['x-request-id'];
      expect(id).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
      expect(logs.some((line) => line['msg'] === 'request' && line['reqId'] === id)).toBe(true);
      ids.add(id);
    }
  expect(ids.size).toBe(setups.length * urls.length);
});

test('a client cannot choose the id', async () => {
  const headers = { host: 'localhost:3000', 'x-request-id': 'mine', 'request-id': 'mine' };
  const answer = await setups[0]?.app.inject({ url: '/healthz', headers });
  expect(answer?.headers['x-request-id']).not.toContain('mine');
});

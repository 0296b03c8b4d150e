import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { eventually } from '../eventually.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ startWithinMs: 180_000, env: { WORKERS: '2' } });
  await secondWorker();
}, 240_000);

/** Waits until both workers answer. */
function secondWorker(): Promise<void> {
  return vi.waitFor(() => expect(product.log()).toContain('A worker is ready'), {
    timeout: 60_000,
    interval: 50,
  });
}

afterAll(() => product.remove());

/** Lines of the log about requests for plans, from an offset on. */
function linesFrom(start: number): Record<string, unknown>[] {
  const lines = product.log().slice(start).split('\n');
  return lines
    .filter((line) => line.includes('"url":"/api/subscription_plans/"') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test.each([
  ['GET', 'it answers'],
  ['POST', 'it passes on'],
])('a ninth %s that waits closes its connection at any worker, where %s', async (method) => {
  const { host, port } = new URL(product.url);
  const head = `${method} /api/subscription_plans/ HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 0\r\n\r\n`;
  const refusedBy = new Set<unknown>();
  // Connections are handed out in turn.
  for (let at = 0; at < 4; at += 1) {
    const before = product.log().length;
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).resume();
    socket.write(head.repeat(200));
    await closed;
    await eventually(() => {
      const lines = linesFrom(before);
      const refused = lines.filter(({ outcome }) => outcome === 'refused');
      expect([lines.length, refused.length]).toEqual([9, 1]);
      refusedBy.add(refused[0]?.['worker']);
    });
  }
  expect(refusedBy.size).toBe(2);
});

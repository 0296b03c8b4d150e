import http from 'node:http';
import path from 'node:path';
import sharp from 'sharp';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import type { ApiSession } from '../../../test-kit/api-session.ts';
import { startProduct } from '../../../test-kit/product.ts';
import { isWanted, quick, report } from '../compare.ts';
import {
  inMegabytes,
  missedMemory,
  MOST_MEGABYTES,
  residentMegabytes,
} from '../../../test-kit/large/process-memory.ts';

export const LARGE_BODIES =
  'responsive: free-writer, descriptions of 4.8 MB that a free account sends at once';
const AT_ONCE = quick ? 20 : 80;
const PICTURES = 45;

/** Edge of the largest picture that is drawn. */
const EDGE_PIXELS = 4898;

/** A free account saves texts full of the largest pictures, as many at once as a burst of writes allows. */
export async function measureLargeBodies(folder: string): Promise<void> {
  if (!isWanted(LARGE_BODIES)) return;
  const product = await startProduct({
    dataDir: path.join(folder, 'large-bodies'),
    env: { PAYMENTS: 'off' },
  });
  const session = await registerFreelancer(product, 'bench');
  const { id } = await session.expectCall<{ id: number }>(201, 'POST', '/api/projects/', { name: 'Full' });
  const body = Buffer.from(JSON.stringify({ description: await fullText() }));
  let isOver = false;
  const healthz = slowestUntil(product.url, () => isOver);
  const statuses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => patch(session, `/api/projects/${id}/`, body)),
  );
  isOver = true;
  const counts = Map.groupBy(statuses, (status) => status);
  const { peak } = residentMegabytes(product.pid);
  const figures = {
    statuses: Array.from(counts, ([status, all]) => `${all.length} x ${status}`).join(', '),
    '/healthz at worst': `${(await healthz).toFixed(0)} ms`,
    memory: `${inMegabytes(peak)} at most`,
  };
  await product.stop();
  report({ what: LARGE_BODIES, figures, note: `must < ${MOST_MEGABYTES} MB`, missed: missedMemory(peak) });
}

async function fullText(): Promise<string> {
  const size = { width: EDGE_PIXELS, height: EDGE_PIXELS, channels: 3, background: 'teal' } as const;
  const picture = await sharp({ create: size }).png({ compressionLevel: 9 }).toBuffer();
  // Bytes behind the end of a picture make it a different one.
  const addressOf = (_: unknown, index: number) =>
    `data:image/png;base64,${Buffer.concat([picture, Buffer.from([index])]).toString('base64')}`;
  return Array.from({ length: PICTURES }, addressOf)
    .map((address) => `<img src="${address}">`)
    .join('');
}

/** The status of the answer, 0 where the connection broke before. */
function patch({ origin, cookies }: ApiSession, path: string, body: Buffer): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    'x-csrftoken': cookies.get('csrftoken') ?? '',
    origin,
  };
  return new Promise((resolve) => {
    const request = http.request(new URL(path, origin), { method: 'PATCH', headers }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', () => resolve(0));
    request.end(body);
  });
}

async function slowestUntil(origin: string, isOver: () => boolean): Promise<number> {
  let slowest = 0;
  while (!isOver()) {
    const askedAt = performance.now();
    await (await fetch(new URL('/healthz', origin))).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - askedAt);
  }
  return slowest;
}

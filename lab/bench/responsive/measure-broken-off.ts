import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { uploadFile } from '../../../test-kit/upload-file.ts';
import { cpuSeconds, isWanted, quick, report, seconds } from '../compare.ts';
import { httpRequest } from '../load.ts';
import {
  inMegabytes,
  missedMemory,
  MOST_MEGABYTES,
  residentMegabytes,
} from '../../../test-kit/large/process-memory.ts';
import { ENV, headersOf, portOf, randomBytes } from '../requests.ts';
import { LONGEST_MS } from './measure-responsive.ts';

export const BROKEN_OFF = 'responsive: broken-off, pipelines and downloads that nobody reads';
export const ONE_WRITE = 'responsive: broken-off, 50,000 requests in one write';

/** Covers several collections of the old heap; their lowest points are compared. */
const DURATION_MS = (seconds ?? (quick ? 20 : 60)) * 1000;
const AT_ONCE = 4;
const SAMPLE_MS = 500;
/** Most growth of the heap from the first fifth of the time to the last, each at its lowest. */
const MOST_GROWTH_MEGABYTES = 8;
const TOKEN = 'token-of-the-bench';

/** Breaks off requests of guests and of a freelancer at full speed, while polling `/healthz`. */
export async function measureBrokenOff(folder: string): Promise<void> {
  if (!isWanted(BROKEN_OFF, ONE_WRITE)) return;
  const product = await startProduct({
    dataDir: path.join(folder, 'broken-off'),
    env: { ...ENV, METRICS_TOKEN: TOKEN },
  });
  const session = await registerFreelancer(product, 'bench');
  const { id: project } = await session.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
    name: 'Left',
  });
  const form = { version_number: '1.0', description: '', project };
  const version = await session.expectCall<Version>(201, 'POST', '/api/versions/', form);
  const { file } = await uploadFile(session, version.id, 'film.bin', randomBytes(8_000_000));
  const get = httpRequest('GET', '/api/subscription_plans/', headersOf(session));
  await measureOneWrite(product, Buffer.concat(Array.from({ length: 50_000 }, () => get)));
  await measureLeaving(product, [
    httpRequest('GET', file, headersOf(session)),
    httpRequest('GET', `/api/versions/${version.id}/zip/`, headersOf(session)),
    Buffer.concat(Array.from({ length: 8 }, () => get)),
    get.subarray(0, get.length / 2),
  ]);
  await product.stop();
}

/** Sends all of the requests, or as many as the server reads before it closes the connection. */
async function measureOneWrite(product: Product, requests: Buffer): Promise<void> {
  const before = { cpu: cpuSeconds(product.pid), memory: residentMegabytes(product.pid).now };
  await leave(product, requests, 'close');
  await pause(SAMPLE_MS);
  const cpu = cpuSeconds(product.pid) - before.cpu;
  const { now } = residentMegabytes(product.pid);
  report({
    what: ONE_WRITE,
    figures: {
      'processor time': `${(cpu * 1000).toFixed(0)} ms`,
      memory: `${inMegabytes(now - before.memory)} more than before`,
    },
    note: 'a ninth that waits closes the connection',
    missed: cpu > 1 ? [`${cpu.toFixed(2)} s of processor time`] : [],
  });
}

async function measureLeaving(product: Product, requests: Buffer[]): Promise<void> {
  const endsAt = performance.now() + DURATION_MS;
  const isOver = () => performance.now() >= endsAt;
  let left = 0;
  const lane = async () => {
    for (let turn = 0; !isOver(); turn += 1) {
      await leave(product, requests[turn % requests.length] ?? Buffer.alloc(0), 'readable');
      left += 1;
    }
  };
  const [heap, slowest] = await Promise.all([
    sampleHeap(product, isOver),
    slowestProbe(product, isOver),
    ...Array.from({ length: AT_ONCE }, lane),
  ]);
  const fifth = Math.ceil(heap.length / 5);
  const [first, last] = [Math.min(...heap.slice(0, fifth)), Math.min(...heap.slice(-fifth))];
  const { peak } = residentMegabytes(product.pid);
  const growth = last - first;
  report({
    what: BROKEN_OFF,
    figures: {
      connections: String(left),
      seconds: String(DURATION_MS / 1000),
      'lowest heap': `${inMegabytes(first)} in the first fifth of the time, ${inMegabytes(last)} in the last`,
      memory: `${inMegabytes(peak)} at most`,
      '/healthz at worst': `${slowest.toFixed(0)} ms`,
    },
    note: `heap flat, /healthz <= ${LONGEST_MS} ms, memory < ${MOST_MEGABYTES} MB`,
    missed: [
      ...(growth > MOST_GROWTH_MEGABYTES ? [`heap grown by ${inMegabytes(growth)}`] : []),
      ...(slowest > LONGEST_MS ? [`/healthz ${slowest.toFixed(0)} ms`] : []),
      ...missedMemory(peak),
    ],
  });
}

/** Sends bytes and breaks the connection off at an event: when an answer has begun, or when the server has closed it. */
async function leave(product: Product, bytes: Buffer, until: 'readable' | 'close'): Promise<void> {
  const socket = connect(portOf(product), '127.0.0.1');
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once(until, resolve).once('close', resolve));
  socket.pause();
  await once(socket, 'connect');
  const sent = new Promise((resolve) => socket.write(bytes, resolve));
  // An incomplete head is never answered.
  await (bytes.includes('\r\n\r\n') ? ended : sent);
  socket.resetAndDestroy();
}

/** Samples the size of the JavaScript heap in megabytes, from the server's metrics. */
async function sampleHeap({ url }: Product, isOver: () => boolean): Promise<number[]> {
  const samples: number[] = [];
  while (!isOver()) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const used = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await answer.text())?.[1];
    samples.push(Number(used) / 1024 ** 2);
    await pause(SAMPLE_MS);
  }
  return samples;
}

async function slowestProbe({ url }: Product, isOver: () => boolean): Promise<number> {
  let slowest = 0;
  while (!isOver()) {
    const askedAt = performance.now();
    await (await fetch(`${url}/healthz`)).text();
    slowest = Math.max(slowest, performance.now() - askedAt);
  }
  return slowest;
}

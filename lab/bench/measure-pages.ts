import { readFileSync, readdirSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DATA_ELEMENT_ID } from '@vitrin/shared/rules/rendered-pages.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { type SampleClient, cookieHeader, prepareClient } from '../visits/sample-client.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { ROUNDS, ROUND_MS, cpuSeconds, isWanted, report } from './compare.ts';
import { httpRequest, measure, median } from './load.ts';
import { inMegabytes, residentMegabytes } from '../../test-kit/large/process-memory.ts';
import { ENV, headersOf, portOf } from './requests.ts';

export const PAGES = "pages: a client's project page, rendered, 4 connections";
export const PAGES_AT_ONCE = 'pages: /healthz while 32 clients open their page at once';
const CLIENTS = 32;
const CONNECTIONS = 4;
const LEAST_PER_CPU_SECOND = 100;
/** Same limit as for every other request that others wait beside. */
const LONGEST_MS = 60;
const TIMES = 9;

/** Measures the cost of rendering a page for each visit, and its effect on other requests. */
export async function measurePages(folder: string): Promise<void> {
  if (!isWanted(PAGES, PAGES_AT_ONCE)) return;
  const product = await startProduct({ dataDir: path.join(folder, 'pages'), env: ENV });
  const before = inMegabytes(residentMegabytes(product.pid).now);
  const client = await prepareClient(product);
  await measureRate(product, client, before);
  await measureAtOnce(product, client);
  await product.stop();
}

async function measureRate(product: Product, { session, address }: SampleClient, before: string) {
  const request = httpRequest('GET', address, [...headersOf(session), 'accept-encoding: br']);
  const load = { port: portOf(product), connections: CONNECTIONS, request: () => request };
  await measure({ ...load, durationMs: ROUND_MS });
  const rates: { perSecond: number; perCpuSecond: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cpuBefore = cpuOf(product.pid);
    const { perSecond, seconds } = await measure({ ...load, durationMs: ROUND_MS });
    rates.push({ perSecond, perCpuSecond: (perSecond * seconds) / (cpuOf(product.pid) - cpuBefore) });
  }
  const perCpuSecond = median(rates.map((rate) => rate.perCpuSecond));
  const [renderer = 0] = childrenOf(product.pid);
  report({
    what: PAGES,
    figures: {
      Vitrin: `${median(rates.map(({ perSecond }) => perSecond)).toFixed(0)}/s, ${perCpuSecond.toFixed(0)} per CPU-s`,
      'server after the start': before,
      'server now': inMegabytes(residentMegabytes(product.pid).now),
      'process that renders': inMegabytes(residentMegabytes(renderer).now),
    },
    note: `must >= ${LEAST_PER_CPU_SECOND} per CPU-s, both processes`,
    missed: perCpuSecond < LEAST_PER_CPU_SECOND ? [`${perCpuSecond.toFixed(0)} per CPU-s`] : [],
  });
}

/** Compares the longest /healthz beside 32 pages with that beside 32 calls for the same content. */
async function measureAtOnce(product: Product, { session, address }: SampleClient) {
  const cookie = cookieHeader(session);
  const ask = (agent: http.Agent, url: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: `localhost:${portOf(product)}`, cookie };
      http
        .get({ agent, host: '127.0.0.1', port: portOf(product), path: url, headers }, (answer) => {
          let body = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          answer.once('end', () => resolve(body));
        })
        .once('error', reject);
    });
  const probes = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  let rendered = 0;
  const longestBeside = async (url: string) => {
    const state = { isOver: false };
    const pages = Promise.all(Array.from({ length: CLIENTS }, () => ask(agent, url))).then((bodies) => {
      state.isOver = true;
      return bodies.filter((body) => body.includes(DATA_ELEMENT_ID)).length;
    });
    let longest = 0;
    do {
      const askedAt = performance.now();
      await ask(probes, '/healthz');
      longest = Math.max(longest, performance.now() - askedAt);
    } while (!state.isOver);
    rendered += await pages;
    return longest;
  };
  const medianOf = async (url: string) => {
    const delays: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      delays.push(await longestBeside(url));
      await pause(100);
    }
    return median(delays);
  };
  const calls = await medianOf(`/api${address}/`);
  const pages = await medianOf(address);
  agent.destroy();
  probes.destroy();
  report({
    what: PAGES_AT_ONCE,
    figures: {
      Vitrin: `${pages.toFixed(0)} ms`,
      'beside 32 calls of the API': `${calls.toFixed(0)} ms`,
      rendered: `${((100 * rendered) / (TIMES * CLIENTS)).toFixed(0)} %`,
    },
    note: `must <= ${LONGEST_MS} ms, the longest of each of ${TIMES} times, their median`,
    missed: pages > LONGEST_MS ? [`${pages.toFixed(0)} ms`] : [],
  });
}

function cpuOf(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + cpuSeconds(each), 0);
}

/** Child processes of a process; empty except on Linux. */
function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

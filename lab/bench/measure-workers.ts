import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { startProduct } from '../../test-kit/product.ts';
import { cpuSeconds, isWanted, perSecond, ratio, report, ROUND_MS, ROUNDS } from './compare.ts';
import { httpRequest, measure, median } from './load.ts';
import { ENV, headersOf, portOf } from './requests.ts';
import { openDatabase, UNLIMITED_PLAN } from './seed.ts';

export const WORKERS = 'two workers beside one: 32 connections';
const PROJECTS = 10;
const CONNECTIONS = 32;
const LEAST = 0.8;

type Server = Awaited<ReturnType<typeof startWith>>;

/** Compares the answers per second of processor time of two processes with those of one. */
export async function measureWorkers(folder: string): Promise<void> {
  if (!isWanted(WORKERS)) return;
  const one = await startWith(folder, 1);
  const two = await startWith(folder, 2);
  await measure({ ...one.load, durationMs: ROUND_MS / 3 });
  await measure({ ...two.load, durationMs: ROUND_MS / 3 });
  const turns = { one: [] as Turn[], two: [] as Turn[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    turns.one.push(await takeTurn(one));
    turns.two.push(await takeTurn(two));
  }
  await one.product.stop();
  await two.product.stop();
  const [first, second] = [medianOf(turns.one), medianOf(turns.two)];
  const kept = second.perCpuSecond / first.perCpuSecond;
  report({
    what: WORKERS,
    figures: {
      Vitrin: `${inWords(second)} (${ratio(kept)} per CPU-s)`,
      'WORKERS=1': inWords(first),
    },
    note: 'must >= 0.8 x per CPU-s, aim >= 0.95',
    missed: kept < LEAST ? [`${ratio(kept)} of one per second of processor time`] : [],
  });
}

async function startWith(folder: string, workers: number) {
  const dataDir = path.join(folder, `workers-${workers}`);
  const product = await startProduct({ dataDir, env: { ...ENV, WORKERS: String(workers) } });
  const pids = [product.pid];
  while (pids.length < workers) {
    const pid = /"process":(\d+),"msg":"A worker is ready"/.exec(product.log())?.[1];
    if (pid !== undefined) pids.push(Number(pid));
    else await pause(20);
  }
  const session = await registerFreelancer(product, 'bench-workers');
  const plans = openDatabase(dataDir);
  plans.exec(UNLIMITED_PLAN);
  plans.close();
  for (let at = 0; at < PROJECTS; at += 1)
    await session.expectCall(201, 'POST', '/api/projects/', { name: `Project ${at}`, description: '' });
  const request = httpRequest('GET', '/api/projects/', headersOf(session));
  return { product, pids, load: { port: portOf(product), connections: CONNECTIONS, request: () => request } };
}

type Turn = { perSecond: number; perCpuSecond: number };

async function takeTurn({ pids, load }: Server): Promise<Turn> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const { perSecond, seconds } = await measure({ ...load, durationMs: ROUND_MS });
  return { perSecond, perCpuSecond: (perSecond * seconds) / (used() - before) };
}

function medianOf(turns: Turn[]): Turn {
  return {
    perSecond: median(turns.map((turn) => turn.perSecond)),
    perCpuSecond: median(turns.map((turn) => turn.perCpuSecond)),
  };
}

function inWords(turn: Turn): string {
  return `${perSecond(turn.perSecond)}, ${perSecond(turn.perCpuSecond).replace('/s', ' per CPU-s')}`;
}

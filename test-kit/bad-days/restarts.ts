import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMegabytes } from '../large/process-memory.ts';
import { prepareDelivery } from '../delivery.ts';
import { freePort } from '../free-port.ts';
import { type Product, startProduct } from '../product.ts';
import { goOn, putUnderLoad } from './load.ts';

const WELL_MILLISECONDS = 60_000;

/** One start of a stopped server, with its memory once it works again. */
type Start = { milliseconds: number; residentMb: number };

/**
 * Stops a server with SIGTERM and restarts it on the same DATA_DIR `times` times, while a client writes,
 * uploads, reads and downloads. Throws if an answer was wrong, an acknowledged write is missing or altered,
 * an exit code is not 0, an error was logged, or a temporary file is left.
 */
export async function restartRepeatedly(times: number, given: Record<string, string> = {}): Promise<Start[]> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'vitrin-temporary-'));
  const env = { PORT: String(await freePort()), TMPDIR: temporary, ...given };
  let product = await startProduct({ env });
  try {
    const { freelancer, project, version } = await prepareDelivery(product, 'restarts');
    const load = putUnderLoad(freelancer, { project, version });
    const starts: Start[] = [];
    await goOn([load]);
    for (let restart = 1; restart <= times; restart += 1) {
      await stopInPeace(product, temporary);
      const began = performance.now();
      product = await startProduct({ dataDir: product.dataDir, env, startWithinMs: WELL_MILLISECONDS });
      await untilWell(product);
      const milliseconds = performance.now() - began;
      await goOn([load]);
      starts.push({ milliseconds, residentMb: residentMb(product) });
    }
    await load.stop();
    await stopInPeace(product, temporary);
    return starts;
  } finally {
    await product.remove();
    rmSync(temporary, { recursive: true });
  }
}

/** Stops a server; throws unless it ends with 0, without an error in its log, and leaves no temporary file. */
async function stopInPeace(product: Product, temporary: string): Promise<void> {
  const code = await product.stop();
  if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${product.log()}`);
  expectNoErrors(product);
  const left = [...readdirSync(temporary), ...temporaryFiles(product.dataDir)];
  if (left.length > 0) throw new Error(`The server left ${left.join(', ')} behind`);
}

/** Throws when a server has logged something as an error. */
export function expectNoErrors(product: Product): void {
  const errors = product.log().match(/^.*"level":[56]0.*$/gm);
  if (errors) throw new Error(`The server logged an error:\n${errors.join('\n')}`);
}

/** Files of DATA_DIR with temporary content. */
function temporaryFiles(dataDir: string): string[] {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(^|\/)(tmp|parts|temporary)\/.|\.tmp$|-(wal|shm)$|\.sock$/.test(name));
}

async function untilWell(product: Product): Promise<void> {
  for (let waited = 0; waited < WELL_MILLISECONDS; waited += 20) {
    if ((await fetch(`${product.url}/readyz`)).status === 200) return;
    await pause(20);
  }
  throw new Error(`The server does not get well:\n${product.log()}`);
}

/** Memory that a process holds now, in MB. Linux only. */
export function residentMb({ pid }: Product): number {
  return residentMegabytes(pid).now;
}

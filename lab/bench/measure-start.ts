import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '../../test-kit/product.ts';
import { startLimitServer } from './child-server.ts';
import { ROUNDS, isWanted, report } from './compare.ts';
import { median } from './load.ts';
import { inMegabytes, residentMegabytes } from '../../test-kit/large/process-memory.ts';
import { ENV } from './requests.ts';

const START = 'cold start until it listens';
const MEMORY = 'memory when idle (resident)';

/** The time from starting the process to listening, and its memory five seconds after its first page. */
export async function measureStart(folder: string, dataDir: string) {
  if (!isWanted(START, MEMORY)) return;
  const own: number[] = [];
  const bareStarts: number[] = [];
  let memory: string[] = [];
  const emptyFile = path.join(folder, 'empty.json');
  writeFileSync(emptyFile, '{}');
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const product = await startProduct({ dataDir, env: ENV });
    own.push(performance.now() - startedAt);
    const bare = await startLimitServer('bare-fastify', [emptyFile, emptyFile]);
    bareStarts.push(bare.startMs);
    if (round === 0) {
      await fetch(`${product.url}/login`);
      await pause(5000);
      memory = [product, bare].map(({ pid }) => inMegabytes(residentMegabytes(pid).now));
    }
    await product.stop();
    await bare.stop();
  }
  report({
    what: START,
    figures: { Vitrin: `${median(own).toFixed(0)} ms`, F: `${median(bareStarts).toFixed(0)} ms` },
    note: 'must <= 0.8 s, aim <= 2 F',
  });
  const [ownMemory = '', bareMemory = ''] = memory;
  report({
    what: MEMORY,
    figures: { Vitrin: ownMemory, F: bareMemory },
    note: '',
  });
}

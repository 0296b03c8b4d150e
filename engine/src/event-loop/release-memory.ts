import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import type { RunningWork } from './running-work.ts';

const BEAT_MILLISECONDS = 1000;
/** Idle time, without a new request or job, before memory is first released after the start. */
const QUIET_START_MILLISECONDS = 2000;
/** Idle time, without a new request or job, before memory is released again after work. */
const QUIET_MILLISECONDS = 300_000;

/**
 * Returns memory to the machine in idle time: Node keeps it otherwise. It blocks the event loop for about 0.2 s, so it
 * waits until no request or job has begun for 2 s after the start, later for 5 minutes.
 */
export function releaseMemory(app: FastifyInstance, work: Pick<RunningWork, 'begin' | 'begun'>): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', (done) => {
    timer = setInterval(createQuietWatch(work, collectAll()), BEAT_MILLISECONDS).unref();
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns a function to call every second; it calls `collect` once in each idle time. */
export function createQuietWatch(
  work: Pick<RunningWork, 'begin' | 'begun'>,
  collect: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let [begun, quietSince, isDue, wait] = [work.begun(), now(), true, QUIET_START_MILLISECONDS];
  return () => {
    if (work.begun() !== begun) [begun, quietSince, isDue] = [work.begun(), now(), true];
    if (!isDue || now() - quietSince < wait) return;
    const end = work.begin(() => ({ task: 'giving memory back' }));
    collect();
    end();
    [begun, isDue, wait] = [work.begun(), false, QUIET_MILLISECONDS];
  };
}

/** Returns a function that runs a full garbage collection and frees pages. Node has no public call for it. */
function collectAll(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { atEnd } from '../requests/request-end.ts';
import type { RunningWork } from './running-work.ts';

const BEAT_MILLISECONDS = 20;
/** People notice longer delays, and health checks of impatient load balancers fail. */
const LONGEST_DELAY_MILLISECONDS = 200;

type Clocks = {
  now: () => number;
  processorTime: () => number;
};

const CLOCKS: Clocks = {
  now: () => performance.now(),
  processorTime: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
};

/**
 * Returns a function to call every 20 ms. A call more than 200 ms late is logged with the work that was running. If the
 * processor time is far below the delay, the machine was asleep or busy instead.
 */
export function createBeat(
  log: Pick<FastifyBaseLogger, 'warn'>,
  work: Pick<RunningWork, 'report' | 'forgetEnded'>,
  { now, processorTime }: Clocks = CLOCKS,
): () => void {
  let last = now();
  let lastProcessorTime = processorTime();
  return () => {
    const [time, used] = [now(), processorTime()];
    const delayMilliseconds = Math.round(time - last - BEAT_MILLISECONDS);
    if (delayMilliseconds > LONGEST_DELAY_MILLISECONDS) {
      const processorMilliseconds = Math.round(used - lastProcessorTime);
      log.warn({ delayMilliseconds, processorMilliseconds, ...work.report() }, 'The event loop was held up');
    }
    work.forgetEnded();
    [last, lastProcessorTime] = [time, used];
  };
}

export function watchEventLoop(app: FastifyInstance, work: RunningWork): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', (done) => {
    timer = setInterval(createBeat(app.log, work), BEAT_MILLISECONDS).unref();
    done();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Records requests as running work by method, route (an address may hold secrets) and log id. */
export function noteRequests(app: FastifyInstance, work: Pick<RunningWork, 'begin'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const end = work.begin(() => ({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
    }));
    atEnd(request, end);
    done();
  });
}

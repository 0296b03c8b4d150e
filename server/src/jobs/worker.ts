import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import type { JobHandlers, Lane } from './kinds.ts';
import { claimJob, type ClaimedJob, deleteJob, extendJob, giveUpJob, postponeJob } from './queries.ts';

const LOCK_SECONDS = 15 * 60;
const LOCK_RENEWAL_MILLISECONDS = 5 * 60_000;
const POLL_MILLISECONDS = 1000;
const MAX_ATTEMPTS = 20;
const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 6 * 3600;

/** How an attempt at a job ended; `stopped`: with the server. */
type JobOutcome = 'done' | 'failed' | 'given_up' | 'stopped';

/** Called with the kind of a job when it begins; the result is called when it ends. */
export type NoteJob = (kind: string) => (outcome: JobOutcome) => void;

export type JobWorker = {
  start: () => void;
  /** Polls for jobs at once. */
  wake: () => void;
  /** Finishes the running jobs, or ends those that take hours, and starts no others. */
  stop: () => Promise<void>;
  /** Runs all jobs that are due and returns how many ran. */
  runDue: () => Promise<number>;
};

/**
 * Runs the jobs of the outbox, one at a time in each lane, and begins none while `isPaused`. Any number of instances may
 * do so on one database.
 */
export function createJobWorker(
  context: Context,
  handlers: Partial<JobHandlers>,
  note: NoteJob = () => () => {},
  isPaused: () => boolean = () => false,
): JobWorker {
  const lanes = (['quick', 'slow', 'archives', 'hours'] as const).map((lane) =>
    createLane(context, handlers, { note, isPaused }, lane),
  );
  return {
    start: () => lanes.forEach((lane) => lane.start()),
    wake: () => lanes.forEach((lane) => lane.wake()),
    async stop() {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
    async runDue() {
      let count = 0;
      for (const lane of lanes) count += await lane.runDue();
      return count;
    },
  };
}

type Around = { note: NoteJob; isPaused: () => boolean };

function createLane(
  context: Context,
  handlers: Partial<JobHandlers>,
  { note, isPaused }: Around,
  lane: Lane,
): JobWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let stopped = true;
  let stopping = new AbortController();

  const runWhile = async (goOn: () => boolean) => {
    let count = 0;
    while (goOn() && !isPaused()) {
      const job = await claimJob(context.db, timestampOf(context), timestampIn(context, LOCK_SECONDS), lane);
      if (!job) break;
      const end = note(job.kind);
      let outcome: JobOutcome = 'failed';
      try {
        outcome = await runJob(context, handlers, job, stopping.signal);
      } finally {
        end(outcome);
      }
      count += 1;
    }
    return count;
  };

  const tick = () => {
    running ??= runWhile(() => !stopped)
      .catch((error: unknown) => {
        context.log.error({ err: error }, 'The outbox could not be read');
        return 0;
      })
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(tick, POLL_MILLISECONDS).unref();
      });
  };

  return {
    start() {
      stopped = false;
      stopping = new AbortController();
      tick();
    },
    wake() {
      if (stopped || running) return;
      clearTimeout(timer);
      tick();
    },
    async stop() {
      stopped = true;
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
    runDue: () => runWhile(() => true),
  };
}

async function runJob(
  context: Context,
  handlers: Partial<JobHandlers>,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<JobOutcome> {
  const { db, log } = context;
  if (job.attempts > MAX_ATTEMPTS) {
    // A failed attempt is counted below; this one ended with the server before that.
    log.error({ job: job.id, kind: job.kind }, 'Job given up: the server stopped each time under it');
    await giveUpJob(db, job.id, timestampOf(context), 'The server stopped each time under it');
    return 'given_up';
  }
  const renewal = setInterval(() => {
    extendJob(db, job.id, timestampIn(context, LOCK_SECONDS)).catch((error: unknown) => {
      log.warn({ err: error, job: job.id }, 'The lock of a job could not be renewed');
    });
  }, LOCK_RENEWAL_MILLISECONDS).unref();
  try {
    await handle(handlers, job, signal);
    await deleteJob(db, job.id);
    return 'done';
  } catch (error) {
    if (signal.aborted) {
      await postponeJob(db, job.id, timestampOf(context), 'The server stopped');
      return 'stopped';
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (job.attempts >= MAX_ATTEMPTS) {
      log.error({ err: error, job: job.id, kind: job.kind }, 'Job given up');
      await giveUpJob(db, job.id, timestampOf(context), reason);
      return 'given_up';
    }
    log.warn(
      { err: error, job: job.id, kind: job.kind, attempts: job.attempts },
      'Job failed, will be tried again',
    );
    await postponeJob(db, job.id, timestampIn(context, pauseSeconds(job.attempts)), reason);
    return 'failed';
  } finally {
    clearInterval(renewal);
  }
}

type Handler = (payload: unknown, signal: AbortSignal) => Promise<void>;

async function handle(
  handlers: Partial<JobHandlers>,
  { kind, payload }: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const handler = (handlers as Record<string, Handler | undefined>)[kind];
  if (!handler) throw new Error(`No handler for jobs of kind ${kind}`);
  await handler(JSON.parse(payload), signal);
}

/** Pause before the next attempt: 5 s, 10 s, 20 s ... at most 6 hours. */
function pauseSeconds(attempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS);
}

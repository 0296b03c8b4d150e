import { MailServerAwayError } from '../adapters/mail/mailer.ts';
import type { Context } from '../context.ts';
import { timestampIn, timestampOf } from '../context.ts';
import { runAs, type Work, type WorkTrace } from '../current/current-work.ts';
import { createClockWatch } from './clock.ts';
import { AT_ONCE, type JobHandlers, type Lane, LANES } from './kinds.ts';
import { awayPauseSeconds, LOCK_SECONDS, pauseSeconds } from './pauses.ts';
import { type ClaimedJob, deleteJob, extendJob, giveUpJob, postponeJob, postponeLane } from './queries.ts';
import { createTurns } from './turns.ts';

const LOCK_RENEWAL_MILLISECONDS = 5 * 60_000;
const POLL_MILLISECONDS = 1000;
const MAX_ATTEMPTS = 20;
const AWAY_SECONDS = 3 * 24 * 3600;

/** How an attempt at a job ended; `stopped`: with the server. */
export type JobOutcome = 'done' | 'failed' | 'given_up' | 'stopped';

/** Called with a job when it begins: gives the span that it runs in, if any, and what to call when it ends. */
export type NoteJob = (job: ClaimedJob) => {
  trace?: WorkTrace | undefined;
  end: (outcome: JobOutcome) => void;
};

export type JobWorker = {
  start: () => void;
  wake: () => void;
  /** Finishes the running jobs, or ends those that take hours, and starts no others. */
  stop: () => Promise<void>;
  runDue: () => Promise<number>;
};

/** Runs jobs, one at a time in most lanes and in turns by tenant, none while `isPaused`; instances may share a database. */
export function createJobWorker(
  context: Context,
  handlers: Partial<JobHandlers>,
  note: NoteJob = () => ({ end: () => {} }),
  isPaused: () => boolean = () => false,
): JobWorker {
  const watchClock = createClockWatch(context);
  const lanes = LANES.map((lane) => createLane(context, handlers, { note, isPaused, watchClock }, lane));
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

type Around = { note: NoteJob; isPaused: () => boolean; watchClock: () => Promise<void> };

function createLane(
  context: Context,
  handlers: Partial<JobHandlers>,
  { note, isPaused, watchClock }: Around,
  lane: Lane,
): JobWorker {
  const claimNext = createTurns(lane);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let stopped = true;
  let stopping = new AbortController();

  const runWhile = async (goOn: () => boolean) => {
    if (lane === 'quick' && !isPaused()) await watchClock();
    const beside = Array.from({ length: AT_ONCE[lane] ?? 1 }, () => runOneByOne(goOn));
    return (await Promise.all(beside)).reduce((sum, count) => sum + count, 0);
  };

  const runOneByOne = async (goOn: () => boolean) => {
    let count = 0;
    while (goOn() && !isPaused()) {
      const job = await claimNext(context.db, timestampOf(context), timestampIn(context, LOCK_SECONDS));
      if (!job) break;
      const { trace, end } = note(job);
      const work: Work = {
        requestId: job.request_id,
        trace,
        tenant: () => job.tenant,
        hasEnded: false,
        hasEnqueued: false,
        onlyProject: null,
      };
      let outcome: JobOutcome = 'failed';
      try {
        outcome = await runAs(work, () => runJob(context, handlers, job, stopping.signal));
      } finally {
        work.hasEnded = true;
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
    // A failed attempt is counted below; this job ended with the server before that.
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
    log.info({ job: job.id, kind: job.kind }, 'Job done');
    return 'done';
  } catch (error) {
    if (signal.aborted) {
      await postponeJob(db, job.id, timestampOf(context), 'The server stopped');
      return 'stopped';
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof MailServerAwayError) return await waitForMailServer(context, job, reason);
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

/** Puts off all mails: that the mail server is away says nothing about any of them. */
async function waitForMailServer(
  context: Context,
  { id, kind, created_at, attempts }: ClaimedJob,
  error: string,
): Promise<JobOutcome> {
  const { db, log } = context;
  const now = timestampOf(context);
  const ageSeconds = (Date.parse(now) - Date.parse(created_at)) / 1000;
  if (ageSeconds >= AWAY_SECONDS) {
    log.error({ job: id, kind, reason: error }, 'Job given up: the mail server was away for too long');
    await giveUpJob(db, id, now, error);
    return 'given_up';
  }
  log.warn({ job: id, kind, attempts, reason: error }, 'The mail server is away, mails wait');
  const runAt = timestampIn(context, awayPauseSeconds(ageSeconds));
  await postponeLane(db, { id, lane: 'mails', now, runAt, error });
  return 'failed';
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

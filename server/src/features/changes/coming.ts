import type { Context } from '../../context.ts';
import { findNextReady, listBecameReady } from './queries.ts';

/** Versions that become visible by the clock, without anybody writing at that moment. */
type Coming = {
  /** Begins with what lies ahead; again after changes were missed. */
  start: () => Promise<void>;
  /** Notes a time, in milliseconds, at which a version becomes visible. */
  expect: (at: number) => void;
  /** To be called every `everyMilliseconds` at least. */
  beat: () => void;
  stop: () => void;
};

/** Delay after the time, so that an instance with a slow clock shows the version too when the pages ask. */
const AFTERWARDS_MILLISECONDS = 1000;

/**
 * Calls back with the projects of versions that became visible, a second afterwards. The next time is kept in memory,
 * so the database is not queried before it; a timer is set once it is nearer than the next beat, so that a change of
 * the clock is followed.
 */
export function createComing(
  context: Pick<Context, 'db' | 'now'>,
  { everyMilliseconds, onCome }: { everyMilliseconds: number; onCome: (tell: Tell) => void },
): Coming {
  const now = () => context.now().getTime();
  let toldUntil = now();
  let next = Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** True if the clock went back, so that versions already announced may be yet to come. */
  const wasSetBack = () => now() < toldUntil;

  function beat(): void {
    if (timer) return;
    const wait = wasSetBack() ? 0 : next + AFTERWARDS_MILLISECONDS - now();
    if (wait > everyMilliseconds) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        onCome(tell);
      },
      Math.max(0, wait),
    ).unref();
  }

  async function tell(): Promise<number[]> {
    const until = now() - AFTERWARDS_MILLISECONDS;
    if (wasSetBack()) [toldUntil, next] = [until, await readNext(until)];
    if (next > until) {
      beat();
      return [];
    }
    const range = { from: new Date(next).toISOString(), until: new Date(until).toISOString() };
    const projects = await listBecameReady(context.db, range);
    [toldUntil, next] = [until, await readNext(until)];
    beat();
    return projects;
  }

  async function readNext(after: number): Promise<number> {
    const time = await findNextReady(context.db, new Date(after).toISOString());
    return time === undefined ? Infinity : Date.parse(time);
  }

  return {
    async start() {
      toldUntil = now() - AFTERWARDS_MILLISECONDS;
      next = await readNext(toldUntil);
      beat();
    },
    expect(at) {
      if (at >= next) return;
      next = at;
      clearTimeout(timer);
      timer = undefined;
      beat();
    },
    beat,
    stop: () => clearTimeout(timer),
  };
}

/** Returns the projects to announce, each once. */
export type Tell = () => Promise<number[]>;

import type { Context } from '../../context.ts';
import { findNextReady, listBecameReady } from './queries.ts';

/** Announces versions that become visible by the clock, without a write at that moment. */
type ReadyTimer = {
  /** Begins with the times ahead; call it again after changes were missed. */
  start: () => Promise<void>;
  expect: (at: number) => void;
  /** Announces versions that became visible; call it every `everyMilliseconds` at least. */
  beat: () => void;
  stop: () => void;
};

/** Delay after the time, so that an instance with a slow clock shows the version too when the pages ask. */
const AFTERWARDS_MILLISECONDS = 1000;

/** Makes a timer that needs no queries; it is set one beat ahead, to follow changes of the clock. */
export function createReadyTimer(
  context: Pick<Context, 'db' | 'now'>,
  { everyMilliseconds, onReady }: { everyMilliseconds: number; onReady: (takeReady: TakeReady) => void },
): ReadyTimer {
  const now = () => context.now().getTime();
  let announcedUntil = now();
  let next = Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** True if the clock went back, so that announced versions may be in the future again. */
  const wasSetBack = () => now() < announcedUntil;

  function beat(): void {
    if (timer) return;
    const wait = wasSetBack() ? 0 : next + AFTERWARDS_MILLISECONDS - now();
    if (wait > everyMilliseconds) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        onReady(takeReady);
      },
      Math.max(0, wait),
    ).unref();
  }

  async function takeReady(): Promise<number[]> {
    const until = now() - AFTERWARDS_MILLISECONDS;
    if (wasSetBack()) [announcedUntil, next] = [until, await readNext(until)];
    if (next > until) {
      beat();
      return [];
    }
    const range = { from: new Date(next).toISOString(), until: new Date(until).toISOString() };
    const projects = await listBecameReady(context.db, range);
    [announcedUntil, next] = [until, await readNext(until)];
    beat();
    return projects;
  }

  async function readNext(after: number): Promise<number> {
    const time = await findNextReady(context.db, new Date(after).toISOString());
    return time === undefined ? Infinity : Date.parse(time);
  }

  return {
    async start() {
      announcedUntil = now() - AFTERWARDS_MILLISECONDS;
      next = await readNext(announcedUntil);
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
export type TakeReady = () => Promise<number[]>;

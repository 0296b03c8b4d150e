import type { Context } from '../../context.ts';
import { findNextReady, listBecameReady } from './queries.ts';

/** Versions that the clock makes visible, without a write. */
type Coming = {
  /** Call it again after changes were missed. */
  start: () => Promise<void>;
  expect: (at: number) => void;
  /** Call it every `everyMilliseconds` at least. */
  beat: () => void;
  stop: () => void;
};

/** An instance with a slow clock then shows the version, too. */
const AFTERWARDS_MILLISECONDS = 1000;

/** In memory, without queries; the timer is set one beat ahead, to follow changes of the clock. */
export function createComing(
  context: Pick<Context, 'db' | 'now'>,
  { everyMilliseconds, onCome }: { everyMilliseconds: number; onCome: (tell: Tell) => void },
): Coming {
  const now = () => context.now().getTime();
  let toldUntil = now();
  let next = Infinity;
  let timer: NodeJS.Timeout | undefined;

  /** Announced versions may be in the future again. */
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

export type Tell = () => Promise<number[]>;

import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BEFORE, EVENTS_FILE } from '../../test-kit/disk/events.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { asItWas, makeFolder } from './cut-disks.ts';
import { type History, readHistory } from './history.ts';
import { type Cut, rebuildDisk } from './rebuild.ts';
import { type RecordedRun, recorderOf, signUpAs, START_MILLISECONDS } from './recorded-run.ts';

/**
 * Longer than a job stays claimed after its process died, so that the recovery resumes the jobs of the first
 * server.
 */
const RECOVERY_MILLISECONDS = 20 * 60 * 1000;
const CALM_MILLISECONDS = 300;
const LONGEST_RECOVERY = 30_000;

/** Answers that must survive a second cut: those before the first cut and those after the restart. */
export type Recovery = RecordedRun & {
  /** Number of the first event after those already on the disk. */
  begins: number;
};

/** Starts a server on the disk that a cut leaves, records it until it is idle, and stops it. */
export async function recover(run: RecordedRun, cut: Cut): Promise<Recovery> {
  const folder = makeFolder();
  const [root, history] = [join(folder, 'disk'), join(folder, 'history')];
  mkdirSync(history);
  rebuildDisk(run.history, cut, root, asItWas);
  const dataDir = join(root, relative(run.history.root, run.dataDir));
  const { NODE_OPTIONS, ...recorder } = recorderOf(root, history);
  const product = await startProduct({
    dataDir,
    startWithinMs: START_MILLISECONDS,
    env: {
      ...recorder,
      NODE_OPTIONS: `${NODE_OPTIONS} --import ./test-kit/clock-ahead.ts`,
      VITRIN_TEST_CLOCK_AHEAD_MS: String(RECOVERY_MILLISECONDS),
    },
  });
  const signUp = await workAndStop(product, join(history, EVENTS_FILE));
  const recorded = readHistory(history, root);
  const before = seenBefore(run, cut.cut);
  return {
    ...before,
    signUps: [...before.signUps, signUp],
    history: recorded,
    begins: firstOf(recorded),
    outboxes: [...run.outboxes, join(dataDir, 'outbox')],
    dataDir,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function workAndStop(product: Product, events: string): Promise<RecordedRun['signUps'][number]> {
  try {
    const signUp = await signUpAs('late', product);
    await untilCalm(events);
    const code = await product.stop();
    if (code !== 0) throw new Error(`The recovery ended with ${code}:\n${product.log()}`);
    return signUp;
  } catch (error) {
    await product.kill();
    throw error;
  }
}

/** Waits until nothing is recorded any more. */
async function untilCalm(events: string): Promise<void> {
  const startedAt = performance.now();
  for (let [size, calmSince] = [0, startedAt]; performance.now() - calmSince < CALM_MILLISECONDS;) {
    if (performance.now() - startedAt > LONGEST_RECOVERY) throw new Error('The recovery came to no end');
    await pause(20);
    const now = statSync(events).size;
    if (now !== size) [size, calmSince] = [now, performance.now()];
  }
}

function firstOf({ events, root }: History): number {
  return (
    events.findIndex((event) => event.op === 'sync' && event.method === BEFORE && event.path === root) + 2
  );
}

/** The run reduced to the answers before event `cut`, dated before the recovery. */
function seenBefore(run: RecordedRun, cut: number): RecordedRun {
  const datedAt = (at: number) => (at < cut ? -1 : Infinity);
  const replaced = <T extends { at: number }>(item: T): T => ({ ...item, at: datedAt(item.at) });
  return {
    ...run,
    version: replaced(run.version),
    signedInAt: datedAt(run.signedInAt),
    files: new Map(Array.from(run.files, ([name, file]) => [name, replaced(file)])),
    deleted: run.deleted.map(replaced),
    projects: run.projects.map(replaced),
    signUps: run.signUps.map(replaced),
    uploads: run.uploads.map((upload) => ({
      ...upload,
      createdAt: datedAt(upload.createdAt),
      answered: upload.answered.map(replaced),
    })),
  };
}

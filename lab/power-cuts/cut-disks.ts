import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { DiskEvent } from '../../test-kit/disk/events.ts';
import { hasRoom } from '../../test-kit/temporary/in-memory.ts';
import { checkDisk } from './check-disk.ts';
import type { History, SyncFate } from './history.ts';
import { type Cut, MODES, rebuildDisk } from './rebuild.ts';
import type { RecordedRun } from './recorded-run.ts';

/** Folder for rebuilt disks, in memory if possible, because syncing them is pointless. */
const REBUILT = hasRoom('/dev/shm', 512 * 1024 * 1024) ? '/dev/shm' : tmpdir();

export function makeFolder(): string {
  return mkdtempSync(join(REBUILT, 'vitrin-cut-'));
}

export const asItWas: SyncFate = () => undefined;

/** Opens the disk that a cut leaves; resolves to what is wrong with it, undefined for nothing. */
async function whatIsLost(run: RecordedRun, cut: Cut, fateOf: SyncFate): Promise<string | undefined> {
  const folder = makeFolder();
  try {
    rebuildDisk(run.history, cut, folder, fateOf);
    await checkDisk(run, cut.cut, join(folder, relative(run.history.root, run.dataDir)));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function firstLoss(
  run: RecordedRun,
  cuts: Cut[],
  fateOf: SyncFate = asItWas,
): Promise<string | undefined> {
  for (const cut of cuts) {
    const what = await whatIsLost(run, cut, fateOf);
    if (what !== undefined) return `${JSON.stringify(cut)}: ${what}`;
  }
  return undefined;
}

/** Half of the cuts follow an answer; of the others one in two is beside a sync of an upload. */
export function cutsOf({ events }: History, count: number): Cut[] {
  const indexesOf = (isMeant: (event: DiskEvent) => boolean) =>
    events.flatMap((event, index) => (isMeant(event) ? [index] : []));
  const answers = indexesOf(({ op }) => op === 'answer');
  const syncs = indexesOf((event) => event.op === 'sync' && /\/tmp\/\w+$/.test(event.path));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    const afterAnswer = (itemAt(answers, part) ?? 0) + 1;
    // Before a sync, while it lasts, after it, or once its row is written.
    const besideSync = (itemAt(syncs, part) ?? 0) + (Math.floor(index / 16) % 4) * 2;
    const cut = [afterAnswer, Math.ceil(part * events.length), afterAnswer, besideSync][index % 4] ?? 0;
    return { cut: Math.min(cut, events.length), mode: modeOf(Math.floor(index / 4)), seed: index };
  });
}

/** Cuts anywhere after event `from`. */
export function cutsAfter(from: number, { events }: History, count: number): Cut[] {
  return Array.from({ length: count }, (_, index) => ({
    cut: from + Math.ceil(((index + 1) / count) * (events.length - from)),
    mode: modeOf(index),
    seed: index,
  }));
}

function modeOf(index: number): Cut['mode'] {
  return MODES[index % MODES.length] ?? 'some';
}

function itemAt(indexes: number[], part: number): number | undefined {
  return indexes[Math.ceil(part * indexes.length) - 1];
}

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDisk } from './check-disk.ts';
import type { SyncEvent, SyncFate } from './history.ts';
import { type Cut, MODES, rebuildDisk } from './rebuild.ts';
import { type RecordedRun, recordRun } from './recorded-run.ts';

/** How many disks are rebuilt; `npm run test:large -- --disks=1000` for more. */
const DISKS = Number(process.env['VITRIN_TEST_DISKS'] ?? 30);

/** In memory where possible, because rebuilt disks are synced for nothing. */
const REBUILT = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 512 * 1024 * 1024;
}

let run: RecordedRun;
beforeAll(async () => {
  run = await recordRun();
});
afterAll(() => run.remove());

const asItWas: SyncFate = () => undefined;

/** Opens the disk that a cut leaves; resolves to what is wrong with it, undefined for nothing. */
async function whatIsLost(cut: Cut, fateOf: SyncFate = asItWas): Promise<string | undefined> {
  const folder = mkdtempSync(join(REBUILT, 'vitrin-cut-'));
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

/** Half of the cuts follow an answer, the others are anywhere. */
function cutsOf(count: number): Cut[] {
  const { events } = run.history;
  const answers = events.flatMap(({ op }, place) => (op === 'answer' ? [place + 1] : []));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    const cut =
      index % 2 === 0
        ? (answers[Math.ceil(part * answers.length) - 1] ?? 0)
        : Math.ceil(part * events.length);
    return { cut, mode: MODES[Math.floor(index / 2) % MODES.length] ?? 'some', seed: index };
  });
}

test('everything that was written is in the recording', () => {
  const folder = mkdtempSync(join(REBUILT, 'vitrin-cut-'));
  rebuildDisk(run.history, { cut: run.history.events.length, mode: 'most', seed: 0 }, folder, asItWas);
  const filesBelow = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(root, name)).isFile() && !name.includes('.sqlite'))
      .toSorted();
  const names = filesBelow(folder);
  expect(names).toEqual(filesBelow(run.history.root));
  for (const name of names)
    expect(readFileSync(join(folder, name)).equals(readFileSync(join(run.history.root, name))), name).toBe(
      true,
    );
  expect(existsSync(join(folder, 'srv/vitrin/vitrin.sqlite'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test(`after a power cut everything that was answered is there and right (${DISKS} disks)`, async () => {
  expect(await firstLoss(cutsOf(DISKS))).toBeUndefined();
}, 3_600_000);

/** Every kind of sync the server makes: by its path below the recorded root, and the method where two differ. */
const SYNCS: Record<string, (path: string, method: string) => boolean> = {
  'the folder above all that was made': (path) => path === '',
  'the folder of DATA_DIR': (path) => path === 'srv',
  DATA_DIR: (path) => path === 'srv/vitrin',
  'the key': (path) => path.startsWith('srv/vitrin/secret.key'),
  'the key of receipts': (path) => path.startsWith('srv/vitrin/receipt-1.key'),
  'the log of the database': (path) => path.endsWith('.sqlite-wal'),
  'the folder of files': (path) => path === 'srv/vitrin/files',
  'the folder of uploads': (path) => path === 'srv/vitrin/files/tmp',
  'folders in the folder of files': (path) => /\/files\/[0-9a-f]{2}$/.test(path),
  'an upload while it comes': (path, method) => /\/tmp\/\w+$/.test(path) && method === 'datasync',
  'an upload before its answer': (path, method) => /\/tmp\/\w+$/.test(path) && method === 'sync',
  'the outbox': (path) => path.endsWith('/outbox'),
  'a mail': (path) => path.endsWith('.eml'),
};

const isOf = (name: string, { path, method }: SyncEvent) =>
  SYNCS[name]?.(relative(run.history.root, path), method) ?? false;

test('every sync of the server is one of those that are taken out below', () => {
  const syncs = run.history.events.filter((event) => event.op === 'sync' && event.method !== 'SQLite');
  const unknown = syncs.filter((event) => !Object.keys(SYNCS).some((name) => isOf(name, event as SyncEvent)));
  expect(unknown).toEqual([]);
});

/** Cuts at the end and around the answers to uploads, which depend most on syncs. */
function tellingCuts(requests = /^PATCH|^POST \/api\/files/): Cut[] {
  const { events } = run.history;
  const cuts: Cut[] = [
    { cut: events.length, mode: 'least', seed: 0 },
    { cut: events.length, mode: 'zeros', seed: 0 },
  ];
  events.forEach((event, place) => {
    if (event.op !== 'answer' || !requests.test(event.request)) return;
    cuts.push({ cut: place + 1, mode: 'least', seed: 0 }, { cut: place, mode: 'zeros', seed: 0 });
  });
  return cuts;
}

async function firstLoss(cuts: Cut[], fateOf: SyncFate = asItWas): Promise<string | undefined> {
  for (const cut of cuts) {
    const what = await whatIsLost(cut, fateOf);
    if (what !== undefined) return `${JSON.stringify(cut)}: ${what}`;
  }
  return undefined;
}

test('with all syncs none of the cuts below loses anything', async () => {
  expect(await firstLoss(tellingCuts())).toBeUndefined();
}, 120_000);

test.each(Object.keys(SYNCS))(
  'without the syncs of %s a cut loses something',
  async (name) => {
    const fateOf: SyncFate = (event) => (isOf(name, event) ? 'never' : undefined);
    expect(await firstLoss(tellingCuts(), fateOf)).toBeDefined();
  },
  60_000,
);

test('were an upload synced after its row, a cut between them would spoil it', async () => {
  const late: SyncFate = (event) => (/\/tmp\/\w+$/.test(event.path) ? 'late' : undefined);
  expect(await firstLoss(tellingCuts(/^PATCH/), late)).toMatch(/the bytes of the upload/);
}, 60_000);

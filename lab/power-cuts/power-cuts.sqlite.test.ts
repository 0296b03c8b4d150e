import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BEFORE } from '../../test-kit/disk/events.ts';
import { asItWas, cutsAfter, cutsOf, firstLoss, makeFolder } from './cut-disks.ts';
import type { SyncEvent, SyncFate } from './history.ts';
import { type Cut, rebuildDisk } from './rebuild.ts';
import { type RecordedRun, recordRun } from './recorded-run.ts';
import { recover, type Recovery } from './recover.ts';

/** For what `npm run test:large` makes many or large. */
const LONG = 6 * 3_600_000;

/**
 * Number of disks rebuilt after one cut and after two; `npm run test:large -- --only=disks --disks=1000` for
 * more.
 */
const DISKS = Number(process.env['VITRIN_TEST_DISKS'] ?? 30);
const TWICE_CUT = Number(process.env['VITRIN_TEST_TWICE_CUT_DISKS'] ?? 3);
/** Second cuts of one recovery. */
const CUTS_OF_ONE = 4;
const LARGEST_MIB = Number(process.env['VITRIN_TEST_LARGEST_MIB'] ?? 0);
const ofLarge = (milliseconds: number) => (LARGEST_MIB > 0 ? LONG : milliseconds);

let run: RecordedRun;
beforeAll(async () => {
  run = await recordRun(LARGEST_MIB);
}, 180_000);
afterAll(() => run.remove());

test('everything that was written is in the recording', () => {
  const folder = makeFolder();
  rebuildDisk(run.history, { cut: run.history.events.length, mode: 'most', seed: 0 }, folder, asItWas);
  const filesBelow = (root: string) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(root, name)).isFile() && !/\.sqlite|\/reserve$/.test(name))
      .toSorted();
  const names = filesBelow(folder);
  expect(names).toEqual(filesBelow(run.history.root));
  for (const name of names) {
    let [rebuilt, written] = [join(folder, name), join(run.history.root, name)].map((file) =>
      readFileSync(file),
    );
    // The server was killed while busy, perhaps between a write and its entry in the recording.
    if (name.includes('/files/tmp/'))
      [rebuilt, written] = [rebuilt?.subarray(0, written?.length), written?.subarray(0, rebuilt?.length)];
    expect(rebuilt?.equals(written ?? Buffer.alloc(0)), name).toBe(true);
  }
  expect(existsSync(join(folder, 'srv/vitrin/vitrin.sqlite'))).toBe(true);
  rmSync(folder, { recursive: true });
});

test(
  `after a power cut everything that was answered is there and right (${DISKS} disks)`,
  async () => {
    expect(await firstLoss(run, cutsOf(run.history, DISKS))).toBeUndefined();
  },
  LONG,
);

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

const isOf = (name: string, { path, method }: SyncEvent, { root } = run.history) =>
  method !== BEFORE && (SYNCS[name]?.(relative(root, path), method) ?? false);

test('every sync of the server is one of those omitted below', () => {
  const syncs = run.history.events.filter(
    (event) => event.op === 'sync' && ![BEFORE, 'SQLite'].includes(event.method),
  );
  const unknown = syncs.filter((event) => !Object.keys(SYNCS).some((name) => isOf(name, event as SyncEvent)));
  expect(unknown).toEqual([]);
});

/** Cuts at the end and around the answers to uploads, which depend most on syncs. */
function reportedCuts(requests = /^PATCH|^POST \/api\/files/): Cut[] {
  const { events } = run.history;
  const cuts: Cut[] = [
    { cut: events.length, mode: 'least', seed: 0 },
    { cut: events.length, mode: 'zeros', seed: 0 },
  ];
  events.forEach((event, index) => {
    if (event.op !== 'answer' || !requests.test(event.request)) return;
    cuts.push({ cut: index + 1, mode: 'least', seed: 0 }, { cut: index, mode: 'zeros', seed: 0 });
  });
  return cuts;
}

test(
  'with all syncs none of the cuts below loses anything',
  async () => {
    expect(await firstLoss(run, reportedCuts())).toBeUndefined();
  },
  ofLarge(120_000),
);

test.each(Object.keys(SYNCS))(
  'without the syncs of %s a cut loses something',
  async (name) => {
    const fateOf: SyncFate = (event) => (isOf(name, event) ? 'never' : undefined);
    expect(await firstLoss(run, reportedCuts(), fateOf)).toBeDefined();
  },
  ofLarge(60_000),
);

test(
  'were an upload synced after its row, a cut between them would spoil it',
  async () => {
    const late: SyncFate = (event) => (/\/tmp\/\w+$/.test(event.path) ? 'late' : undefined);
    expect(await firstLoss(run, reportedCuts(/^PATCH/), late)).toMatch(/the bytes of the upload/);
  },
  ofLarge(60_000),
);

/** Rebuilds disks that were cut a second time, a few from each recovery of a disk that was cut anywhere. */
async function firstLossOfTwo(count: number): Promise<string | undefined> {
  for (const first of cutsOf(run.history, Math.ceil(count / CUTS_OF_ONE))) {
    const recovered = await recover(run, first);
    try {
      const { history, begins } = recovered;
      const what = await firstLoss(recovered, cutsAfter(begins, history, Math.min(count, CUTS_OF_ONE)));
      if (what !== undefined) return `after ${JSON.stringify(first)} ${what}`;
    } finally {
      recovered.remove();
    }
  }
  return undefined;
}

test(
  `a second cut while the server recovers from the first loses nothing (${TWICE_CUT} disks)`,
  async () => {
    expect(await firstLossOfTwo(TWICE_CUT)).toBeUndefined();
  },
  LONG,
);

describe('a second cut', () => {
  let recovered: Recovery;
  beforeAll(async () => {
    // At this cut the two people who signed up have no mail yet, so the server sends both as it recovers.
    recovered = await recover(run, { cut: (run.signUps[1]?.at ?? 0) + 1, mode: 'least', seed: 0 });
  }, 180_000);
  afterAll(() => recovered.remove());

  const atTheEnd = (): Cut[] =>
    (['least', 'zeros'] as const).map((mode) => ({ cut: recovered.history.events.length, mode, seed: 0 }));

  test('nothing is lost at the end of the recovery', async () => {
    expect(await firstLoss(recovered, atTheEnd())).toBeUndefined();
  });

  test.each(['the log of the database', 'the outbox', 'a mail'])(
    'something is lost where the recovery leaves out the syncs of %s',
    async (name) => {
      const fateOf: SyncFate = (event) => (isOf(name, event, recovered.history) ? 'never' : undefined);
      expect(await firstLoss(recovered, atTheEnd(), fateOf)).toBeDefined();
    },
  );

  test('something is lost where the log is removed before the database file is synced', async () => {
    const fateOf: SyncFate = ({ method }) => (method === 'SQLite' ? 'never' : undefined);
    expect(await firstLoss(recovered, atTheEnd(), fateOf)).toBeDefined();
  });
});

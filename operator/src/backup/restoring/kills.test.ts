import { globSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { IS_POSTGRES, type TestInstallation } from '../../testing/backup/installations.ts';
import {
  killWhen,
  runBackupHere,
  runBackupProcess,
  runDoctorHere,
  runServerProcess,
} from '../../testing/backup/processes.ts';
import { everythingOf, expectRestored, storedRowsOf } from '../../testing/backup/same-installation.ts';
import { sharedBackup } from '../../testing/backup/shared-backup.ts';
import { backUp } from '../back-up.ts';
import { readManifest } from '../manifest.ts';
import { openToRead } from '../reading/open-to-read.ts';
import { restore } from '../restore.ts';
import { hasDatabase, restoreDatabase } from '../restore-database.ts';
import { markOf } from '../unfinished-restore.ts';

/** Enough files for a kill to come amid them; a bucket, where each takes longer, needs fewer. */
const FILES = IS_POSTGRES ? 8 : 15;
/** A file, its thumbnail and a picture each. */
const OBJECTS = 3 * FILES;

const { installation, copy } = await sharedBackup({ files: FILES });
let empty: TestInstallation;
let target: string;
beforeEach(async () => {
  ({ empty, target } = await copy());
});

const everything = await everythingOf(installation);
const expectSame = () => expectRestored(empty, everything);

test('a killed backup counts for nothing, and the next one reuses the objects it copied', async () => {
  rmSync(target, { recursive: true });
  const copies = () => globSync('objects/??/*', { cwd: target });
  const killed = await runBackupProcess(
    ['backup', target],
    installation.environment,
    killWhen(() => copies().length >= 10),
  );
  expect(killed.signal).toBe('SIGKILL');
  expect(globSync('snapshots/*', { cwd: target })).toEqual([]);
  await expect(restore(empty, target, {})).rejects.toThrow(/There is no whole backup in/);
  const copied = copies().length;
  const { code, out } = await runBackupHere(['backup', target, '--json'], installation.environment);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ objects: OBJECTS, copied: OBJECTS - copied });
  expect(globSync(['objects/tmp/*', '.unfinished'], { cwd: target })).toEqual([]);
  await restore(empty, target, {});
  await expectSame();
});

test('a killed restore blocks servers, and continues where it was', async () => {
  const [snapshot = ''] = readdirSync(join(target, 'snapshots'));
  const killed = await runBackupProcess(
    ['restore', target],
    empty.environment,
    killWhen(() => empty.countStored() >= 3),
  );
  expect(killed.signal).toBe('SIGKILL');
  expect(await markOf(empty).find()).toBe(snapshot);
  const server = await runServerProcess(empty.environment);
  expect(server.code).toBe(1);
  expect(server.err).toMatch(/^Vitrin cannot start: A restore has begun and not ended/);
  const doctor = await runDoctorHere(['--only', 'database'], empty.environment);
  expect(doctor).toMatchObject({ code: 2, err: '' });
  expect(doctor.out).toMatch(
    /^error {4}database {2}A restore has begun and not ended, so not everything is there\.\n +Run the same npm run restore again/,
  );
  expect(doctor.out).not.toContain('migrations');

  await backUp(installation, target);
  await expect(restore(empty, target, {})).rejects.toThrow(`finish it with --at ${snapshot}`);
  const words = ['restore', target, '--at', snapshot, '--json'];
  const { code, out, err } = await runBackupHere(words, empty.environment);
  expect({ code, err }).toMatchObject({ code: 0 });
  const { kept } = JSON.parse(out) as { kept: number };
  expect(kept).toBeGreaterThanOrEqual(3);
  expect(err).toContain(`Restoring: ${OBJECTS} of ${OBJECTS} objects`);
  await expectSame();
});

const MOMENTS: [string, () => Promise<boolean>][] = [
  ['it has begun', async () => (await markOf(empty).find()) !== undefined],
  ['the last object is there', async () => hasAllObjects()],
  ['the database is there', async () => hasAllObjects() && hasDatabase(empty)],
];

test.each(MOMENTS)('killed when %s, a restore is begun again and ends whole', async (_, isThen) => {
  const isThenAfter = async () => {
    // Looking takes the processor, which the restore needs as well.
    await pause(5);
    return isThen();
  };
  await runBackupProcess(['restore', target], empty.environment, killWhen(isThenAfter));
  const isDone = (await markOf(empty).find()) === undefined && (await hasDatabase(empty));
  if (!isDone) await restore(empty, target, {});
  await expectSame();
});

// A pg_restore outlives the restore that started it, and may finish before or after the next one.
test.each(IS_POSTGRES ? ['one'] : [])(
  'two pg_restore at once: %s commits, and both report success',
  async () => {
    const [snapshot = ''] = readdirSync(join(target, 'snapshots'));
    const folder = await openToRead(target);
    const { header } = await readManifest(folder, snapshot);
    const databaseTarget = { dataDir: empty.dataDir, databaseUrl: empty.databaseUrl };
    const once = () => restoreDatabase(databaseTarget, folder, snapshot, header);
    await Promise.all([once(), once(), once()]);
    expect(await storedRowsOf(empty)).toEqual(everything.rows);
  },
);

function hasAllObjects(): boolean {
  return empty.countStored() === OBJECTS;
}

import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runBackupHere } from '../../testing/backup/processes.ts';
import { temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from '../back-up.ts';

const KEY = 'k'.repeat(64);
const FIRST = '7 2026-11-23T20:00:00.000Z\n';
const BOTH = `${FIRST}8 2026-11-23T21:00:00.000Z\n`;

/** Three backups: before an account was deleted, after it, and after one more. */
const prepared = temporaryFolder();
const installation = await temporaryInstallation();
for (const list of ['', FIRST, BOTH]) {
  if (list !== '') writeFileSync(join(installation.dataDir, 'erased-accounts'), list);
  await backUp(installation, prepared);
}

let folder: string;
let backups: string;
let dataDir: string;
let lists: string[];
beforeEach(() => {
  folder = temporaryFolder();
  backups = join(folder, 'backups');
  dataDir = join(folder, 'data');
  cpSync(prepared, backups, { recursive: true });
  lists = globSync('snapshots/*/erased-accounts', { cwd: backups }).toSorted();
});

const restore = (...words: string[]) =>
  runBackupHere(['restore', backups, '--at', '2026-11-23T18:00', ...words], { DATA_DIR: dataDir });
/** The accounts that the restored installation knows of, without the checksum below them. */
const restored = () => readFileSync(join(dataDir, 'erased-accounts'), 'utf8').replace(/#.*\n$/, '');
/** List altered to name another account; its checksum must reveal that. */
const spoil = (file: string) => {
  const path = join(backups, file);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replaceAll('8 2026', '9 2026').replaceAll('7 2026', '5 2026'),
  );
};

test('a damaged list of deleted accounts is skipped if a later one is whole', async () => {
  expect(lists).toHaveLength(2);
  for (const list of lists) spoil(list);
  expect(await restore()).toMatchObject({ code: 0 });
  expect(restored()).toBe(BOTH);
});

test.each(['damaged', 'missing'])(
  'a %s last list is reported: deleted accounts could return',
  async (how) => {
    rmSync(join(backups, 'erased-accounts'));
    const last = lists.at(-1) ?? '';
    if (how === 'missing') rmSync(join(backups, last));
    else spoil(last);
    const sentence = `${join(backups, last)} is ${how}, and accounts that were deleted could come back: name the erased-accounts of the old DATA_DIR with --erased, or restore all the same with --leave-out-damaged.\n`;
    expect(await restore()).toMatchObject({ code: 1, out: '', err: sentence });

    const old = join(folder, 'old-list');
    writeFileSync(old, 'something else\n');
    const wrong = `${old} is no list of deleted accounts, or is damaged.\n`;
    expect(await restore('--erased', old)).toMatchObject({ code: 1, out: '', err: wrong });
    writeFileSync(old, BOTH);
    expect(await restore('--erased', old)).toMatchObject({ code: 0 });
    expect(restored()).toBe(BOTH);

    rmSync(dataDir, { recursive: true });
    expect(await restore('--leave-out-damaged')).toMatchObject({
      code: 4,
      out: expect.stringContaining(`${last} is ${how} and left out.\n`),
    });
    expect(restored()).toBe(FIRST);
  },
);

test('the list beside the snapshots, which is newer than they are, is read too', async () => {
  spoil('erased-accounts');
  expect(await runBackupHere(['verify-backup', backups], {})).toMatchObject({
    code: 1,
    out: expect.stringContaining('erased-accounts is damaged.\n'),
  });
  expect(await restore()).toMatchObject({ code: 1, err: expect.stringContaining('could come back') });
});

test('one damaged list of deleted accounts does not block the restore of encrypted copies', async () => {
  const copies = join(folder, 'copies');
  const environment = { DATA_DIR: dataDir, BACKUP_KEY: KEY };
  await runBackupHere(['copy-backup', backups, copies], environment);
  const bytes = readFileSync(join(copies, lists[0] ?? ''));
  writeFileSync(join(copies, lists[0] ?? ''), bytes.fill(0, 40));
  expect(await runBackupHere(['restore', copies], environment)).toMatchObject({ code: 0 });
  expect(restored()).toBe(BOTH);
});

test('a folder with a killed first backup is not reported as whole', async () => {
  rmSync(join(backups, 'snapshots'), { recursive: true });
  expect(await runBackupHere(['verify-backup', backups], {})).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/There is no whole backup in [^\n]+: take one\.\n$/),
  });
});

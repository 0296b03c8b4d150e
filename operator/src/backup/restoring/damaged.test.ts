import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { connectTo, IS_POSTGRES, type TestInstallation } from '../../testing/backup/installations.ts';
import { runBackupHere } from '../../testing/backup/processes.ts';
import { contentsOf, everythingOf, expectRestored } from '../../testing/backup/same-installation.ts';
import { sharedBackup } from '../../testing/backup/shared-backup.ts';
import { restore } from '../restore.ts';
import { markOf, refuseUnfinishedRestore } from '../unfinished-restore.ts';

const { installation, copy } = await sharedBackup();
let empty: TestInstallation;
let target: string;
beforeEach(async () => {
  ({ empty, target } = await copy());
});

const expectSame = async () => expectRestored(empty, await everythingOf(installation));

test('a damaged object stops the restore and is named, and no server starts on the incomplete installation', async () => {
  const [path = ''] = globSync('objects/??/*', { cwd: target }).filter(
    (path) => readFileSync(join(target, path)).length > 0,
  );
  const bytes = readFileSync(join(target, path));
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(join(target, path), bytes);
  await expect(restore(empty, target, {})).rejects.toThrow(
    `${path} is damaged: restore another backup with --at, or all but what is damaged with --leave-out-damaged.`,
  );
  expect(await empty.storage.size(path.split('/')[2]?.split('.')[0] ?? '')).toBeUndefined();
  const db = connectTo(empty);
  await expect(refuseUnfinishedRestore(empty.dataDir, db)).rejects.toThrow(
    /^A restore has begun and not ended.*run the same npm run restore/,
  );
  await db.destroy();
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  writeFileSync(join(target, path), bytes);
  await restore(empty, target, {});
  await expectSame();
});

test('with --leave-out-damaged everything else is restored, and each file that is left out is named', async () => {
  const [snapshot = ''] = readdirSync(join(target, 'snapshots'));
  const rows = await installation.db
    .selectFrom('files')
    .select(['id', 'name', 'storage_key', 'thumbnail_key'])
    .where('size_bytes', '>', 0)
    .orderBy('id')
    .execute();
  const copyOf = (key: string) => globSync(`objects/??/${key}.*`, { cwd: target })[0] ?? '';
  const [first, second] = rows;
  const damaged = copyOf(first?.storage_key ?? '');
  const missing = copyOf(second?.thumbnail_key ?? '');
  writeFileSync(join(target, damaged), 'other bytes');
  rmSync(join(target, missing));
  const keyFile = join('snapshots', snapshot, 'secret.key');
  if (!IS_POSTGRES) writeFileSync(join(target, keyFile), 'other');

  const refused = await runBackupHere(['restore', target], empty.environment);
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/with --leave-out-damaged\./) });
  const words = ['restore', target, '--leave-out-damaged'];
  const { code, out } = await runBackupHere(words, empty.environment);
  expect(code).toBe(4);
  expect(out.split('\n').filter((line) => line.includes('left out'))).toEqual(
    [
      `${damaged} is damaged and left out: file ${first?.id} (${first?.name}).`,
      `${missing} is missing and left out: made from file ${second?.id} (${second?.name}).`,
      ...(IS_POSTGRES ? [] : [`${keyFile} is damaged and left out.`]),
    ].toSorted(),
  );
  const rest = await everythingOf(installation);
  const left = [first?.storage_key, second?.thumbnail_key];
  for (const key of left) delete rest.objects[key ?? ''];
  await expectRestored(empty, rest);
});

test('a damaged copy of the database is found before anything is changed', async () => {
  const [database = ''] = globSync('snapshots/*/database.*', { cwd: target });
  writeFileSync(join(target, database), 'other');
  await expect(restore(empty, target, { leaveOutDamaged: true })).rejects.toThrow(
    `${database} is damaged: restore another backup with --at.`,
  );
  expect(await markOf(empty).find()).toBeUndefined();
  expect(await contentsOf(empty.storage)).toEqual({});
});

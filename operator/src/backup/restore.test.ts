import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { connectTo, IS_POSTGRES, type TestInstallation } from '../testing/backup/installations.ts';
import { everythingOf, expectRestored } from '../testing/backup/same-installation.ts';
import { sharedBackup } from '../testing/backup/shared-backup.ts';
import { backUp, type Installation } from './back-up.ts';
import { restore } from './restore.ts';
import { markOf } from './unfinished-restore.ts';

const { installation, copy } = await sharedBackup();
let empty: TestInstallation;
let target: string;
beforeEach(async () => {
  ({ empty, target } = await copy());
});

const expectSame = async () => expectRestored(empty, await everythingOf(installation));

test('a restore brings back every row, every byte and the key', async () => {
  const [snapshot = ''] = readdirSync(join(target, 'snapshots'));
  expect(await restore(empty, target, {})).toMatchObject({
    snapshot,
    objects: 15,
    kept: 0,
    problems: [],
  });
  await expectSame();
  const keysOf = ({ dataDir }: Installation) =>
    globSync('*.key', { cwd: dataDir }).map((file) => [file, readFileSync(join(dataDir, file), 'utf8')]);
  expect(keysOf(empty)).toEqual(keysOf(installation));
  expect(keysOf(empty)).toHaveLength(IS_POSTGRES ? 0 : 2);
});

test('an earlier time restores the state of that time', async () => {
  const key = await installation.addFile();
  const first = await backUp(installation, target);
  await installation.removeFile(key);
  await backUp(installation, target);
  const at = new Date(first.snapshot.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  expect(await restore(empty, target, { at })).toMatchObject({ snapshot: first.snapshot });
  expect(await empty.storage.size(key)).toBeDefined();
  const db = connectTo(empty);
  expect(await db.selectFrom('files').select('id').where('storage_key', '=', key).execute()).toHaveLength(1);
  await db.destroy();
});

test('only an empty installation accepts a backup', async () => {
  await expect(restore(installation, target, {})).rejects.toThrow(
    'There is a database here already: a backup is restored into an empty installation.',
  );
  const key = 'f'.repeat(64);
  await empty.storage.write(key, bytesOf(Buffer.from('another')));
  await expect(restore(empty, target, {})).rejects.toThrow(
    /The file store holds objects already, such as ffff/,
  );
  await empty.storage.delete([key]);
  writeFileSync(join(empty.dataDir, 'secret.key'), 'b'.repeat(64));
  await expect(restore(empty, target, {})).rejects.toThrow(/secret\.key is of another installation/);
  expect(await markOf(empty).find()).toBeUndefined();
});

test('a backup of the other kind of database is refused', async () => {
  const databaseUrl = IS_POSTGRES ? undefined : 'postgres://nobody@127.0.0.1:1/none';
  await expect(restore({ ...empty, databaseUrl }, target, {})).rejects.toThrow(
    IS_POSTGRES ? /This is a backup of PostgreSQL: set DATABASE_URL/ : /This is a backup of SQLite/,
  );
});

test('a backup of a later release is refused', async () => {
  await installation.db
    .transaction()
    .execute((transaction) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(transaction),
    );
  await backUp(installation, target);
  await installation.db
    .transaction()
    .execute((transaction) =>
      sql`delete from kysely_migration where name = '9999-later'`.execute(transaction),
    );
  await expect(restore(empty, target, {})).rejects.toThrow(/made by a later release/);
});

test('objects that were missing when the backup was taken stay the only ones', async () => {
  const key = await installation.addFile();
  await installation.storage.delete([key]);
  await backUp(installation, target);
  const report = await restore(empty, target, {});
  expect(report.problems).toEqual([{ key, problem: 'missing' }]);
  await expectSame();
  await installation.removeFile(key);
});

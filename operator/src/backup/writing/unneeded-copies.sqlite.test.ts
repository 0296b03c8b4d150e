import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { connectTo } from '../../testing/backup/installations.ts';
import { emptyInstallation, temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { readErasedList } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { backUp } from '../back-up.ts';
import { readCopyAccess } from '../copies/access.ts';
import { copyBackups } from '../copies/copy-backups.ts';
import { restore } from '../restore.ts';
import { verifyBackups } from '../verify.ts';

let installation: Awaited<ReturnType<typeof temporaryInstallation>>;
let target: string;

beforeEach(async () => {
  installation = await temporaryInstallation({ files: 3 });
  target = temporaryFolder();
});

const copies = () =>
  readdirSync(join(target, 'objects'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('.'),
  ).length;

/** Deletes the rows of all files; their objects stay in no later backup. */
async function deleteFiles(): Promise<void> {
  const db = connectTo(installation);
  await db.deleteFrom('files').execute();
  await db.destroy();
}

test('copies are removed once the last snapshot that needs them was removed, and not before', async () => {
  const { snapshot } = await backUp(installation, target);
  const all = copies();
  await deleteFiles();
  await backUp(installation, target);
  expect(copies()).toBe(all);
  rmSync(join(target, 'snapshots', snapshot), { recursive: true });
  await backUp(installation, target);
  expect(copies()).toBe(all - 6);
});

test('while a snapshot cannot be read nothing is removed', async () => {
  const { snapshot } = await backUp(installation, target);
  const all = copies();
  await deleteFiles();
  writeFileSync(join(target, 'snapshots', snapshot, 'manifest.jsonl'), 'damaged\n');
  await backUp(installation, target);
  expect(copies()).toBe(all);
});

test('a restore lists the accounts deleted according to its backups and to another list', async () => {
  writeFileSync(join(installation.dataDir, 'erased-accounts'), '7 2026-11-24T10:00:00.000Z\nnonsense\n');
  await backUp(installation, target);
  const other = join(target, 'other-list');
  writeFileSync(other, '9 2026-11-25T10:00:00.000Z\n7 2026-11-26T10:00:00.000Z\n');
  const empty = await emptyInstallation();
  await restore(empty, target, { erased: other });
  expect(await readErasedList(join(empty.dataDir, 'erased-accounts'))).toEqual([
    { user_id: 7, erased_at: '2026-11-24T10:00:00.000Z' },
    { user_id: 9, erased_at: '2026-11-25T10:00:00.000Z' },
  ]);
  await empty.remove();
});

test('a copy of the backups includes the list of deleted accounts, even with an older snapshot', async () => {
  const { snapshot } = await backUp(installation, target);
  const db = connectTo(installation);
  await db
    .insertInto('erased_accounts')
    .values({ user_id: 8, erased_at: '2026-11-24T10:00:00.000Z' })
    .execute();
  await db.destroy();
  await backUp(installation, target);
  const copy = join(target, 'copy');
  const access = readCopyAccess({ BACKUP_KEY: 'k'.repeat(40) }, join(target, 'parts'));
  await copyBackups({ from: target, to: join(target, 'sealed') }, access);
  await copyBackups({ from: join(target, 'sealed'), to: copy }, access);
  expect((await verifyBackups(copy)).damage).toEqual([]);
  const empty = await emptyInstallation();
  await restore(empty, copy, { at: new Date(snapshot.replace(/T(..)-(..)-(..)Z/, 'T$1:$2:$3Z')) });
  expect(await readErasedList(join(empty.dataDir, 'erased-accounts'))).toEqual([
    { user_id: 8, erased_at: '2026-11-24T10:00:00.000Z' },
  ]);
  await empty.remove();
});

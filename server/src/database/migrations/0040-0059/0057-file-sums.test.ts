import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { freshDatabase } from '../../../testing/database/fresh-database.ts';
import {
  addFileRows,
  addProjectRow,
  addUser,
  addVersionRow,
  sumsAndFiles,
} from '../../../testing/database/file-rows.ts';
import { connectDatabase, type Database, isPostgres } from '../../connect.ts';
import { migrateTo } from '../../migrate.ts';

const BEFORE = '0056-credits';
const NAME = '0057-file-sums';

async function databaseOfBefore() {
  const fresh = await freshDatabase();
  const { db, dropDatabase } = fresh;
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  await migrateTo(db, BEFORE);
  const owner = await addUser(db);
  const project = await addProjectRow(db, owner);
  const versions = [await addVersionRow(db, project), await addVersionRow(db, project)];
  const versionRows = versions.map((id) => ({ id, owner_id: owner }));
  return { ...fresh, migrate: () => migrateTo(db, NAME), owner, project, versionRows };
}

test('existing files are summed, and so is each one written afterwards', async () => {
  const { db, migrate, owner, project, versionRows } = await databaseOfBefore();
  await addFileRows(db, [...versionRows, ...versionRows], (index) => 2 ** (40 + index));
  const empty = await addProjectRow(db, owner);
  await migrate();
  const row = { owner_id: owner, project_id: project };
  expect((await sumsAndFiles(db)).sums).toEqual([{ ...row, files: 4, bytes: 15 * 2 ** 40 }]);
  await addFileRows(db, versionRows, () => 1);
  await addFileRows(db, [{ id: await addVersionRow(db, empty), owner_id: owner }], () => 7);
  expect((await sumsAndFiles(db)).sums).toEqual([
    { ...row, files: 6, bytes: 15 * 2 ** 40 + 2 },
    { owner_id: owner, project_id: empty, files: 1, bytes: 7 },
  ]);
});

test('writes by instances of the previous release are summed during the migration, and neither side fails', async () => {
  const { db, databaseUrl, migrate, owner, project, versionRows } = await databaseOfBefore();
  const projects = [project, await addProjectRow(db, owner), await addProjectRow(db, owner)];
  const over = new AbortController();
  let written = 0;
  // On SQLite one process writes, and migrates before it serves.
  const others = isPostgres(db)
    ? projects.map(() => connectDatabase({ databaseUrl: databaseUrl ?? '' }))
    : [];
  const writers = others.map(async (other, index) => {
    const rename = (tx: Database) =>
      tx
        .updateTable('projects')
        .set({ name: 'q' })
        .where('id', '=', projects[index] ?? 0)
        .execute();
    // Transactions of that release write these tables in both orders, and others come between.
    for (; !over.signal.aborted; written += 1)
      await other.transaction().execute(async (tx) => {
        if (index === 0) await rename(tx);
        await addFileRows(tx, versionRows, () => 3);
        await pause(5);
        if (index > 0) await rename(tx);
      });
  });
  await eventually(() => expect(written).toBeGreaterThanOrEqual(2 * others.length));
  await migrate();
  await addFileRows(db, versionRows, () => 5);
  over.abort();
  await Promise.all(writers);
  await Promise.all(others.map((other) => other.destroy()));
  const { sums, files } = await sumsAndFiles(db);
  expect(sums).toEqual(files);
  expect(files.length).toBeGreaterThan(0);
});

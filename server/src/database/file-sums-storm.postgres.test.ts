import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { migratedDatabase } from '../testing/database/fresh-database.ts';
import {
  addFileRows,
  addProjectRow,
  addUser,
  addVersionRow,
  sumsAndFiles,
} from '../testing/database/file-rows.ts';
import type { Database } from './connect.ts';
import { lockProject } from './locks.ts';

/** Connections at once, and writes of each. */
const [CONNECTIONS, WRITES] = [8, 150];
/** foreign_key_violation on PostgreSQL: the version was deleted meanwhile. */
const GONE = '23503';

const { db, dropDatabase } = await migratedDatabase();
afterAll(async () => {
  await db.destroy();
  await dropDatabase();
});

const random = (amount: number) => Math.floor(Math.random() * amount);

async function oneOf(on: Database, table: 'versions' | 'files') {
  const rows = await on.selectFrom(table).select('id').execute();
  return rows[random(rows.length)]?.id ?? 0;
}

const WRITE: ((on: Database, projects: number[], owner_id: number) => Promise<unknown>)[] = [
  // Files of several projects by one statement, in an order that is not that of the projects.
  async (on, _, owner_id) => {
    const ids = [await oneOf(on, 'versions'), await oneOf(on, 'versions'), await oneOf(on, 'versions')];
    const versions = ids.filter((id) => id !== 0).map((id) => ({ id, owner_id }));
    await addFileRows(on, versions, () => random(1000));
  },
  async (on, _, owner_id) => {
    const id = await oneOf(on, 'versions');
    if (id !== 0) await addFileRows(on, [{ id, owner_id }], () => random(1000));
  },
  async (on) =>
    on
      .deleteFrom('files')
      .where('id', '=', await oneOf(on, 'files'))
      .execute(),
  async (on) =>
    on
      .updateTable('files')
      .set({ size_bytes: random(1000) })
      .where('id', '=', await oneOf(on, 'files'))
      .execute(),
  async (on, projects) => addVersionRow(on, projects[random(projects.length)] ?? 0),
  async (on) =>
    random(3) === 0 &&
    on
      .deleteFrom('versions')
      .where('id', '=', await oneOf(on, 'versions'))
      .execute(),
];

test('a version is deleted while an open transaction adds a file to another one', async () => {
  const owner_id = await addUser(db);
  const project = await addProjectRow(db, owner_id);
  const [gone, kept] = [await addVersionRow(db, project), await addVersionRow(db, project)];
  for (const id of [gone, kept]) await addFileRows(db, [{ id, owner_id }], () => 10);
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  let deletion: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    await addFileRows(tx, [{ id: kept, owner_id }], () => 5);
    deletion = db.deleteFrom('versions').where('id', '=', gone).execute();
    await eventually(async () => expect((await waiting.execute(db)).rows).toHaveLength(1));
  });
  await deletion;
  const { sums, files } = await sumsAndFiles(db);
  expect(sums).toEqual([{ owner_id, project_id: project, files: 2, bytes: 15 }]);
  expect(sums).toEqual(files);
  await db.deleteFrom('users').execute();
});

test('files and versions that many connections add and delete at once are summed correctly, without deadlocks', async () => {
  const owner = await addUser(db);
  const projects = [await addProjectRow(db, owner), await addProjectRow(db, owner)];
  for (const project of projects) await addVersionRow(db, project);

  const writer = async () => {
    for (let count = 0; count < WRITES; count += 1) {
      const write = WRITE[random(WRITE.length)];
      // Not inTransaction, which retries after a deadlock. Half of them lock the project, as features do.
      await db
        .transaction()
        .execute(async (tx) => {
          if (random(2) === 0) await lockProject(tx, projects[random(2)] ?? 0);
          await write?.(tx, projects, owner);
        })
        .catch((error: unknown) => {
          if ((error as { code?: unknown }).code !== GONE) throw error;
        });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, writer));
  const { sums, files } = await sumsAndFiles(db);
  expect(sums).toEqual(files);
  expect(files.length).toBeGreaterThan(0);
}, 60_000);

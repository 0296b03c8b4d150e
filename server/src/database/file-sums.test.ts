import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { migratedDatabase } from '../testing/database/fresh-database.ts';
import {
  addFileRows,
  addProjectRow,
  addUser,
  addVersionRow,
  sumsAndFiles,
} from '../testing/database/file-rows.ts';
import { type Database, isPostgres } from './connect.ts';
import { recountAllFiles, recountFilesOf } from './file-sums.ts';
import { inTransaction } from './transaction.ts';

const RUNS = 40;

const { db, dropDatabase } = await migratedDatabase();
afterAll(async () => {
  await db.destroy();
  await dropDatabase();
});

/** One write, as a statement of any release or by hand might make it; `pick` chooses its rows. */
type Act = (db: Database, pick: (amount: number) => number) => Promise<unknown>;

type Numbered = 'users' | 'projects' | 'versions' | 'files';

async function idsOf(on: Database, table: Numbered): Promise<number[]> {
  const rows = await on.selectFrom(table).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** A random one of them, or undefined if there is none. */
async function oneOf(on: Database, table: Numbered, pick: (amount: number) => number) {
  const ids = await idsOf(on, table);
  return ids[pick(ids.length)];
}

async function someOf(on: Database, table: Numbered, pick: (amount: number) => number): Promise<number[]> {
  const [step, start] = [1 + pick(4), pick(4)];
  return (await idsOf(on, table)).filter((_, index) => index % step === start % step);
}

async function ownersOf(on: Database): Promise<number[]> {
  const rows = await on
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'freelancer')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const versionsOf = (on: Database) =>
  on
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select(['versions.id', 'projects.owner_id'])
    .orderBy('versions.id')
    .execute();

function deleteOne(table: Numbered): Act {
  return async (on, pick) => {
    const id = await oneOf(on, table, pick);
    if (id !== undefined) await on.deleteFrom(table).where('id', '=', id).execute();
  };
}

function deleteSome(table: Numbered): Act {
  return async (on, pick) => {
    const ids = await someOf(on, table, pick);
    if (ids.length > 0) await on.deleteFrom(table).where('id', 'in', ids).execute();
  };
}

const addOneFile: Act = async (on, pick) => {
  const versions = await versionsOf(on);
  const version = versions[pick(versions.length)];
  if (version) await addFileRows(on, [version], () => pick(1000));
};

const addManyFiles: Act = async (on, pick) => {
  const versions = (await versionsOf(on)).filter(() => pick(3) > 0);
  await addFileRows(on, [...versions, ...versions], () => pick(2 ** 42));
};

const addVersion: Act = async (on, pick) => {
  const project = await oneOf(on, 'projects', pick);
  if (project !== undefined) await addVersionRow(on, project);
};

const addProject: Act = async (on, pick) => {
  const owners = await ownersOf(on);
  const owner = owners[pick(owners.length)] ?? (await addUser(on));
  const project = await addProjectRow(on, owner, pick(2) === 0 ? null : await addUser(on, owner));
  await addVersionRow(on, project);
};

const ACTS: Record<string, Act> = {
  addOwner: (on) => addUser(on),
  addProject,
  addProjectAgain: addProject,
  addVersion,
  addVersionAgain: addVersion,
  addOneFile,
  addOneFileAgain: addOneFile,
  addManyFiles,
  deleteFile: deleteOne('files'),
  deleteFiles: deleteSome('files'),
  deleteVersion: deleteOne('versions'),
  deleteVersions: deleteSome('versions'),
  deleteProject: deleteOne('projects'),
  deleteUser: deleteOne('users'),
  async resizeFiles(on, pick) {
    const ids = await someOf(on, 'files', pick);
    if (ids.length === 0) return;
    await on
      .updateTable('files')
      .set({ size_bytes: sql`size_bytes + ${pick(9)}` })
      .where('id', 'in', ids)
      .execute();
  },
  async moveFiles(on, pick) {
    const [ids, version_id] = [await someOf(on, 'files', pick), await oneOf(on, 'versions', pick)];
    if (ids.length === 0 || version_id === undefined) return;
    await on.updateTable('files').set({ version_id }).where('id', 'in', ids).execute();
  },
  async giveFileAway(on, pick) {
    const [id, owners] = [await oneOf(on, 'files', pick), await ownersOf(on)];
    const owner_id = owners[pick(owners.length)];
    if (id !== undefined && owner_id !== undefined)
      await on.updateTable('files').set({ owner_id }).where('id', '=', id).execute();
  },
  async moveVersion(on, pick) {
    const [id, project_id] = [await oneOf(on, 'versions', pick), await oneOf(on, 'projects', pick)];
    if (id !== undefined && project_id !== undefined)
      await on.updateTable('versions').set({ project_id }).where('id', '=', id).execute();
  },
  async giveProjectAway(on, pick) {
    const [id, owners] = [await oneOf(on, 'projects', pick), await ownersOf(on)];
    const owner_id = owners[pick(owners.length)];
    if (id !== undefined && owner_id !== undefined)
      await on.updateTable('projects').set({ owner_id }).where('id', '=', id).execute();
  },
  async setCovers(on) {
    const first = sql<number>`(select min(id) from files where version_id = versions.id)`;
    await on.updateTable('versions').set({ cover_id: first }).execute();
  },
  async draw(on) {
    await on.updateTable('files').set({ thumbnail_key: 'drawn', name: 'g' }).execute();
  },
};

const rounds = fc.array(
  fc.record({
    isKept: fc.boolean(),
    acts: fc.array(fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.infiniteStream(fc.nat())), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
  { minLength: 4, maxLength: 12 },
);

class Undone extends Error {}

test('whatever is written, in any order and rolled back or not, the sums equal those of the files', async () => {
  const property = fc.asyncProperty(rounds, async (all) => {
    await db.deleteFrom('users').execute();
    expect(await sumsAndFiles(db)).toEqual({ sums: [], files: [] });
    const [one, other] = [await addUser(db), await addUser(db)];
    for (const owner of [one, one, other]) {
      const project = await addProjectRow(db, owner);
      const versions = [await addVersionRow(db, project), await addVersionRow(db, project)];
      await addFileRows(
        db,
        versions.map((id) => ({ id, owner_id: owner })),
        (index) => 10 + index,
      );
    }
    for (const { isKept, acts } of all) {
      const round = db.transaction().execute(async (tx) => {
        for (const [name, numbers] of acts) {
          const pick = (amount: number) => Number(numbers.next().value) % Math.max(amount, 1);
          await ACTS[name]?.(tx, pick);
          const { sums, files } = await sumsAndFiles(tx);
          expect(sums, name).toEqual(files);
        }
        if (!isKept) throw new Undone();
      });
      await round.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
      const { sums, files } = await sumsAndFiles(db);
      expect(sums).toEqual(files);
    }
  });
  await fc.assert(property, { numRuns: RUNS });
}, 120_000);

/** A freelancer with a project, a version and three files, of 7 bytes together. */
async function threeFiles() {
  const owner = await addUser(db);
  const project = await addProjectRow(db, owner);
  const version = { id: await addVersionRow(db, project), owner_id: owner };
  await addFileRows(db, [version, version, version], (index) => 2 ** index);
  const row = { owner_id: owner, project_id: project, files: 3, bytes: 7 };
  const stored = () =>
    db.selectFrom('file_sums').selectAll().where('project_id', '=', project).executeTakeFirst();
  return { project, row, stored };
}

test('a thousand rows of a statement, and the files of a deleted version, are summed at once', async () => {
  const { project, row, stored } = await threeFiles();
  expect(await stored()).toEqual(row);
  const version = { id: await addVersionRow(db, project), owner_id: row.owner_id };
  await addFileRows(
    db,
    Array.from({ length: 1000 }, () => version),
    () => 3,
  );
  expect(await stored()).toEqual({ ...row, files: 1003, bytes: 3007 });
  await db.deleteFrom('versions').where('id', '=', version.id).execute();
  expect(await stored()).toEqual(row);
});

test('wrong sums are recounted, for one project or for all', async () => {
  const [one, other] = [await threeFiles(), await threeFiles()];
  const recount = () => inTransaction({ db }, (tx) => recountFilesOf(tx.db, one.project));
  expect(await recount()).toBe(false);
  await db.updateTable('file_sums').set({ bytes: 1 }).execute();
  expect(await recount()).toBe(true);
  expect(await one.stored()).toEqual(one.row);
  expect(await other.stored()).toEqual({ ...other.row, bytes: 1 });
  await db.deleteFrom('file_sums').execute();
  expect(await recount()).toBe(true);
  await inTransaction({ db }, (tx) => recountAllFiles(tx.db));
  expect([await one.stored(), await other.stored()]).toEqual([one.row, other.row]);
});

test('a table of files that is truncated leaves no sums', async () => {
  await threeFiles();
  const empty = isPostgres(db) ? sql`truncate files cascade` : sql`delete from files`;
  await inTransaction({ db }, (tx) => empty.execute(tx.db));
  expect(await sumsAndFiles(db)).toEqual({ sums: [], files: [] });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { factoriesOf } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { isPostgres } from '../connect.ts';
import { inTransaction } from '../transaction.ts';
import { REPORTED_COLUMNS } from './triggers.ts';
import { changesOf } from '@vitrin/engine/sql/change-source.ts';

const setup = await sharedTestApp();
/** Time from which clients see versions that do not wait, as the database writes it. */
const EVER = isPostgres(setup.db) ? '1970-01-01 00:00:00+00' : '1970-01-01T00:00:00.000Z';
const heard: string[] = [];
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await changesOf(setup.db).listen({
    onChanges: (lines) => heard.push(...lines),
    onGap: () => heard.push('gap'),
    log: setup.context.log,
  });
});
afterAll(() => stop());

/** Returns the changes reported since the last call; a write of another kind marks its end. */
async function reportedLines(): Promise<string[]> {
  const { id } = await setup.createProject();
  const end = `part ${id} project all`;
  await eventually(() => expect(heard).toContain(end));
  return [...new Set(heard.splice(0).filter((line) => line !== end))];
}

test('each write in a project sends a change with its project and part', async () => {
  const { project, version } = await setup.createDelivery();
  const milestone = await setup.createMilestone({ project });
  const file = await setup.createFile({ version });
  const lines = (await reportedLines()).filter((line) => line.includes(` ${project.id} `));
  expect(lines.toSorted()).toEqual(
    [`files ${EVER}`, 'milestones all', 'project all', `versions ${EVER}`].map(
      (part) => `part ${project.id} ${part}`,
    ),
  );

  await setup.db.updateTable('files').set({ thumbnail_key: 'drawn' }).where('id', '=', file.id).execute();
  expect(await reportedLines()).toEqual([`part ${project.id} files ${EVER}`]);
  await setup.db.deleteFrom('milestones').where('id', '=', milestone.id).execute();
  expect(await reportedLines()).toEqual([`part ${project.id} milestones all`]);
  await setup.db.deleteFrom('files').where('id', '=', file.id).execute();
  expect(await reportedLines()).toEqual([`part ${project.id} files ${EVER}`]);
  await setup.db
    .updateTable('projects')
    .set({ last_updated: '2026-11-21T00:00:00.000Z' })
    .where('id', '=', project.id)
    .execute();
  expect(await reportedLines()).toEqual([]);
});

test('a project taken from a user changes the list of that user', async () => {
  const { owner, customer, project } = await setup.createDelivery();
  const next = await setup.createCustomer({ owner });
  await reportedLines();
  const assign = (customer_id: number) =>
    setup.db.updateTable('projects').set({ customer_id }).where('id', '=', project.id).execute();
  await assign(next.id);
  expect((await reportedLines()).toSorted()).toEqual([
    `list ${customer.id}`,
    `part ${project.id} project all`,
  ]);
  await setup.db.deleteFrom('projects').where('id', '=', project.id).execute();
  const lists = (await reportedLines()).filter((line) => line.startsWith('list'));
  expect(lists.toSorted()).toEqual([`list ${next.id}`, `list ${owner.id}`].toSorted());
});

test('the end of a session sends a change, also when its user is deleted', async () => {
  const { customer } = await setup.createDelivery();
  const { id } = await setup.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  await reportedLines();
  await setup.db.deleteFrom('users').where('id', '=', customer.id).execute();
  expect(await reportedLines()).toContain(`session ${id}`);
});

test('a rolled-back write sends no change, and a committed one only after the commit', async () => {
  const { project } = await setup.createDelivery();
  await reportedLines();
  const insert = (db: typeof setup.db, version_number: string) =>
    factoriesOf({ ...setup, db }).createVersion({ project, version_number });
  const lost = inTransaction(setup.context, async (tx) => {
    await insert(tx.db, '2');
    throw new Error('rolled back');
  });
  await expect(lost).rejects.toThrow('rolled back');
  expect(await reportedLines()).toEqual([]);

  await inTransaction(setup.context, async (tx) => {
    await insert(tx.db, '3');
    expect(heard).toEqual([]);
  });
  expect(await reportedLines()).toEqual([`part ${project.id} versions ${EVER}`]);
});

test('a thousand rows of one transaction send one change', async () => {
  const { project } = await setup.createDelivery();
  await reportedLines();
  const now = setup.context.now().toISOString();
  const rows = Array.from({ length: 1000 }, (_, index) => ({
    project_id: project.id,
    version_number: `n${index}`,
    description: '',
    created_at: now,
    edited_at: now,
  }));
  await setup.db.insertInto('versions').values(rows).execute();
  const { id } = await setup.createProject();
  await eventually(() => expect(heard).toContain(`part ${id} project all`));
  expect(heard.splice(0).filter((line) => line === `part ${project.id} versions ${EVER}`)).toHaveLength(1);
});

/** Columns of projects that no screen shows, or that change only together with a reported one. */
const UNSEEN = [
  'created_at',
  'edited_at',
  'id',
  'last_updated',
  'list_description',
  'name_key',
  'progress',
  'shown_updated',
  'status',
  'text_bytes',
];

test('each column of a project is reported, or listed as unseen', async () => {
  const { db } = setup;
  const table = (await db.introspection.getTables()).find(({ name }) => name === 'projects');
  const reported: readonly string[] = REPORTED_COLUMNS;
  const silent = (table?.columns ?? []).map(({ name }) => name).filter((name) => !reported.includes(name));
  expect(silent.toSorted()).toEqual(UNSEEN);
});

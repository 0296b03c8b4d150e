import { expect, test } from 'vitest';
import { countDeadlocks } from '../../testing/database/deadlocks.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Database } from '../connect.ts';
import { lockProject, lockProjectOf, lockUser } from '../locks.ts';
import { inTransaction } from '../transaction.ts';

const setup = await sharedTestApp();
const { db } = setup;

const rename = async (db: Database, id: number, last_seen: string) => {
  await db.updateTable('users').set({ last_seen }).where('id', '=', id).execute();
};

test('both transactions of a deadlock succeed in the end, and it is counted', async () => {
  const before = await countDeadlocks(db);
  const [one, other] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const bothHoldTheirFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const crossing = (first: number, second: number, index: 0 | 1) =>
    inTransaction({ db }, async (tx) => {
      attempts += 1;
      const time = `2026-11-2${index}T00:00:00.000Z`;
      await rename(tx.db, first, time);
      bothHoldTheirFirst[index]?.resolve();
      await Promise.all(bothHoldTheirFirst.map(({ promise }) => promise));
      await rename(tx.db, second, time);
      return index;
    });
  const results = await Promise.all([crossing(one.id, other.id, 0), crossing(other.id, one.id, 1)]);
  expect(results).toEqual([0, 1]);
  // The loser may begin again before the other goes on, and lose once more.
  expect(attempts).toBeGreaterThanOrEqual(3);
  const rows = await db
    .selectFrom('users')
    .select('last_seen')
    .where('id', 'in', [one.id, other.id])
    .execute();
  expect(rows[0]).toEqual(rows[1]);
  expect(await countDeadlocks(db)).toBe(before + attempts - 2);
});

const TABLES = ['projects', 'milestones', 'versions', 'files'] as const;

test.each(TABLES)(
  'a row that points at a user and a project locked by an id of %s does not wait',
  async (table) => {
    const owner = await setup.createFreelancer();
    const customer = await setup.createCustomer({ owner });
    const project = await setup.createProject({ owner });
    const version = await setup.createVersion({ project });
    const { id: milestoneId } = await setup.createMilestone({ project });
    const { id: fileId } = await setup.createFile({ version });
    const ids = { milestones: milestoneId, versions: version.id, files: fileId };
    const insertion = inTransaction({ db }, async (tx) => {
      await lockUser(tx.db, owner.id);
      await lockUser(tx.db, customer.id);
      if (table === 'projects') await lockProject(tx.db, project.id);
      else await lockProjectOf(tx.db, table, ids[table]);
      // Runs on another connection: it waits for this transaction, which must not wait for it.
      return setup.db
        .insertInto('events')
        .values({
          kind: 'project_opened',
          user_id: customer.id,
          owner_id: owner.id,
          project_id: project.id,
          version_id: null,
          file_id: null,
          created_at: '2026-11-20T10:00:00.000Z',
        })
        .executeTakeFirst();
    });
    expect(await insertion).toMatchObject({ numInsertedOrUpdatedRows: 1n });
  },
);

test('a transaction that locks a project before its user fails the test at its end', async () => {
  const wrong = await createTestApp();
  const project = await wrong.createProject();
  await inTransaction(wrong, async (tx) => {
    await lockProject(tx.db, project.id);
    await lockUser(tx.db, project.owner.id);
  });
  await expect(wrong.close()).rejects.toThrow('users locked after projects');
});

test('a lock that blocks rows with a reference to its row fails the test at its end', async () => {
  const wrong = await createTestApp();
  const { owner } = await wrong.createProject();
  await wrong.db.selectFrom('users').select('id').where('id', '=', owner.id).forUpdate().execute();
  await expect(wrong.close()).rejects.toThrow('`for update` keeps rows');
});

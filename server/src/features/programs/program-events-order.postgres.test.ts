import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction } from '../../database/transaction.ts';
import { eventually } from '../../testing/eventually.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { announce, getProgramEvents } from './service.ts';

const setup = await sharedTestApp();

/** Transactions that wait for an advisory lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(setup.db);
  return Number(rows[0]?.count);
}

test('a reader who has seen an event has missed none before it, however late one is committed', async () => {
  const { owner, project } = await setup.createDelivery();
  const event = { type: 'version.ready', owner_id: owner.id, project_id: project.id } as const;
  let commit = () => {};
  const isHeld = new Promise<void>((resolve) => (commit = resolve));
  const isWritten = Promise.withResolvers<void>();
  const slow = inTransaction(setup.context, async (tx) => {
    await announce(tx, [event]);
    isWritten.resolve();
    await isHeld;
  });
  await isWritten.promise;
  const done: string[] = [];
  const quick = inTransaction(setup.context, (tx) => announce(tx, [event])).then(() => done.push('quick'));
  await eventually(async () => expect(await waiting()).toBe(1));
  expect((await getProgramEvents(setup.context, owner, {})).results).toEqual([]);
  expect(done).toEqual([]);
  commit();
  await Promise.all([slow, quick]);
  expect((await getProgramEvents(setup.context, owner, {})).results).toHaveLength(2);
});

test('freelancers do not wait for each other, and those with events in one transaction are locked in order', async () => {
  const [one, two] = [await setup.createDelivery(), await setup.createDelivery()];
  const events = [one, two].map(({ owner, project }) => ({
    type: 'version.ready' as const,
    owner_id: owner.id,
    project_id: project.id,
  }));
  await inTransaction(setup.context, async (tx) => {
    await announce(tx, events.slice(0, 1));
    await inTransaction(setup.context, (other) => announce(other, events.slice(1)));
  });
  const together = Array.from({ length: 20 }, (_, index) =>
    inTransaction(setup.context, (tx) => announce(tx, index % 2 === 0 ? events : events.toReversed())),
  );
  await Promise.all(together);
  expect((await getProgramEvents(setup.context, two.owner, {})).results).toHaveLength(21);
});

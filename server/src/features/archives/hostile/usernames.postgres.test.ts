import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newestImport, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { createUser } from '../../users/service.ts';

const { setup, withData } = await hostileArchives();

test('a username that another transaction takes meanwhile is numbered, and the archive is imported', async () => {
  const person = await setup.createFreelancer();
  const other = await setup.createFreelancer();
  const username = `taken${person.id}`;
  let isFirst = true;
  const bytes = await withData((text) =>
    text.replaceAll(/("record":"customer".*?"username":")[^"]+/g, (whole, before: string) => {
      if (!isFirst) return whole;
      isFirst = false;
      return `${before}${username}`;
    }),
  );
  const { id } = await sendArchive(setup, person, bytes);
  await person.browser.post(`/api/imports/${id}/bring/`, {});
  const [isInserted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const taking = setup.db.transaction().execute(async (db) => {
    await createUser(
      { ...setup.context, db },
      { username, user_type: 'customer', password_hash: null, language: 'en', owner_id: other.id },
    );
    isInserted.resolve();
    await mayEnd.promise;
  });
  await isInserted.promise;
  const job = setup.runJobs();
  // The job waits for what becomes of that row.
  await expect.poll(countWaiting, { timeout: 60_000 }).toBe(1);
  mayEnd.resolve();
  await taking;
  await job;
  expect(await newestImport(person)).toMatchObject({
    state: 'done',
    summary: { renamed: expect.arrayContaining([{ from: username, to: `${username}-2` }]) as unknown },
  });
});

async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
  `.execute(setup.db);
  return rows.length;
}

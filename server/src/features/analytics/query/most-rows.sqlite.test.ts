import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { deliveryIn } from '../../../testing/analytics.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

test('a CSV of 200,000 rows is sent, and a longer one is refused', async () => {
  const { owner, customer, project, version } = await deliveryIn(setup);
  for (let number = 0; number < 500; number += 1) await setup.createFile({ version, name: `f${number}` });
  const days = Array.from({ length: 401 }, (_, day) => `${shiftedDay('2025-01-01', day)}T10:00:00.000Z`);
  await inTransaction(setup.context, (tx) =>
    sql`insert into events (kind, owner_id, user_id, project_id, version_id, file_id, created_at)
      select 'file_previewed', ${owner.id}, ${customer.id}, ${project.id}, version_id, files.id, value
      from json_each(${JSON.stringify(days)}) cross join files where version_id = ${version.id}`.execute(
      tx.db,
    ),
  );
  const csvFrom = (from: string) =>
    owner.browser.get(
      `/api/analytics/query/?measure=looks&by=day,file&from=${from}&to=2026-02-05&format=csv`,
    );
  const refused = await csvFrom('2025-01-01');
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json<object>())).toEqual(['by']);
  const sent = await csvFrom('2025-01-02');
  expect(sent.statusCode).toBe(200);
  expect(sent.body.split('\r\n')).toHaveLength(200_002);
}, 240_000);

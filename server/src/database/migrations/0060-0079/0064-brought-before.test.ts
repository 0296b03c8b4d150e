import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../testing/database/fresh-database.ts';
import { migrateTo } from '../../migrate.ts';
import { inTransaction } from '../../transaction.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const ACCOUNT = '2026-02-01T00:00:00.000Z';
const RECEIPT = '2026-03-01T00:00:00.000Z';
const AFTER = '2026-04-01T00:00:00.000Z';

test('facts older than the import of their project become imported ones, others stay own', async () => {
  const { db, dropDatabase } = await freshDatabase();
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase();
  });
  await migrateTo(db, '0057-file-sums');
  const run = (text: string) => inTransaction({ db }, (tx) => sql.raw(text).execute(tx.db));
  for (const [id, owner] of [
    [1, 'null'],
    [2, '1'],
  ] as const)
    await run(`insert into users (id, username, username_key, name_key, user_type, language, created_at, owner_id)
      values (${id}, 'u${id}', 'u${id}', 'u${id}', 'freelancer', 'en', '${ACCOUNT}', ${owner})`);
  for (const id of [1, 2]) {
    await run(`insert into projects (id, owner_id, name, name_key, description, list_description, milestones_total,
        milestones_completed, progress, status, created_at, last_updated, edited_at)
      values (${id}, 1, 'p', 'p', '', '', 0, 0, 0, 'pending', '${AFTER}', '${AFTER}', '${AFTER}')`);
    await run(`insert into versions (id, project_id, version_number, description, created_at, edited_at)
      values (${id}, ${id}, '1', '', '${AFTER}', '${AFTER}')`);
    for (const [file, time] of [BEFORE, '2026-02-15T00:00:00.000Z', AFTER].entries()) {
      const fileId = 10 * id + file;
      await run(`insert into files (id, version_id, owner_id, name, storage_key, size_bytes, media_type, position, created_at)
        values (${fileId}, ${id}, 1, 'f', 'k${fileId}', 9, 'text/plain', ${file}, '${AFTER}')`);
      const ids = `${fileId}, 2, 'phone', ${id}, ${id}`;
      await run(`insert into deliveries (file_id, user_id, device, project_id, version_id, owner_id, size_bytes, ranges,
          covered_bytes, began_at, last_at) values (${ids}, 1, 9, '1-8', 8, '${time}', '${AFTER}')`);
      await run(`insert into plays (file_id, user_id, device, project_id, version_id, percent, last_at)
        values (${ids}, 5, '${time}')`);
      await run(`insert into events (file_id, user_id, project_id, version_id, owner_id, kind, created_at)
        values (${fileId}, 2, ${id}, ${id}, 1, 'file_previewed', '${time}')`);
    }
  }
  await run(`insert into brought_receipts (project_id, number, storage_key, size_bytes, sha256, brought_at)
    values (2, 1, 'r', 1, 'x', '${RECEIPT}')`);
  await migrateTo(db, '0064-brought-before');
  const filesOf = async (
    table: 'deliveries' | 'brought_deliveries' | 'events' | 'plays',
    isImported?: boolean,
  ) => {
    const rows = await db
      .selectFrom(table as 'events')
      .select('file_id')
      .$if(isImported !== undefined, (query) => query.where('origin_id', isImported ? 'is not' : 'is', null))
      .orderBy('file_id')
      .execute();
    return rows.map(({ file_id }) => file_id);
  };
  expect(await filesOf('deliveries')).toEqual([11, 12, 22]);
  expect(await filesOf('brought_deliveries')).toEqual([10, 20, 21]);
  for (const table of ['events', 'plays'] as const) {
    expect(await filesOf(table, false)).toEqual([11, 12, 22]);
    expect(await filesOf(table, true)).toEqual([10, 20, 21]);
  }
  expect(await db.selectFrom('origins').select(['owner_id', 'freelancer', 'brought_at']).execute()).toEqual([
    { owner_id: 1, freelancer: null, brought_at: ACCOUNT },
  ]);
});

import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Context } from '../../context.ts';
import { changesOf } from '@vitrin/engine/sql/change-source.ts';
import { connectDatabase, type Database } from '../../database/connect.ts';
import { migrateToLatest } from '../../database/migrate.ts';
import { refuseWrites } from '../../database/read-only/refuse-writes.ts';
import { inTransaction } from '../../database/transaction.ts';
import { BATCH_SIZE, BatchWriter } from './batch-writer.ts';
import type { NewEvent } from './queries.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const FILES = 3 * BATCH_SIZE;
const NOW = '2026-11-20T10:00:00.000Z';

let folder: string;
let db: Database;
let writer: BatchWriter;
let logged: string[];
let context: Pick<Context, 'db' | 'log' | 'now'>;

beforeEach(async () => {
  folder = temporaryFolder();
  db = connectDatabase({ sqlitePath: join(folder, 'vitrin.sqlite') });
  await migrateToLatest(db);
  await inTransaction({ db }, (tx) => seed(tx.db));
  logged = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  context = { db, log, now: () => new Date(NOW) };
  writer = new BatchWriter();
});
afterEach(() => db.destroy());

/** A client with a project, a version and many files. */
async function seed(tx: Database): Promise<void> {
  const user = { password_hash: null, password_changed_at: null, language: 'en', created_at: NOW } as const;
  await tx
    .insertInto('users')
    .values([
      { ...user, id: 1, ...namesOf('ada'), user_type: 'freelancer', owner_id: null },
      { ...user, id: 2, ...namesOf('client'), user_type: 'customer', owner_id: 1 },
    ])
    .execute();
  const text = { description: '', edited_at: NOW, created_at: NOW };
  const project = { owner_id: 1, customer_id: 2, name: 'p', name_key: 'p', list_description: '' };
  await tx
    .insertInto('projects')
    .values({ id: 1, ...project, ...text, last_updated: NOW })
    .execute();
  await tx
    .insertInto('versions')
    .values({ id: 1, project_id: 1, version_number: '1', ...text, ready_at: NOW })
    .execute();
  const file = { version_id: 1, owner_id: 1, size_bytes: 1, media_type: 'text/plain', created_at: NOW };
  const files = Array.from({ length: FILES }, (_, index) => index + 1);
  for (let at = 0; at < FILES; at += BATCH_SIZE)
    await tx
      .insertInto('files')
      .values(
        files
          .slice(at, at + BATCH_SIZE)
          .map((id) => ({ id, ...file, name: `f${id}`, storage_key: `key-${id}` })),
      )
      .execute();
}

const namesOf = (name: string) => ({ username: name, username_key: name, name_key: name });

/** A full batch of looks at files. */
function looksAt(batch: number): NewEvent[] {
  return Array.from({ length: BATCH_SIZE }, (_, index) => ({
    kind: 'file_previewed',
    user_id: 2,
    owner_id: 1,
    project_id: 1,
    version_id: 1,
    file_id: batch * BATCH_SIZE + index + 1,
    link_id: null,
    created_at: NOW,
  }));
}

const written = async () => (await db.selectFrom('events').select('id').execute()).length;
async function hours() {
  return db.selectFrom('event_hours').select(['hour', 'kind', 'amount']).execute();
}

test('batches are written in turn, by the same rules as a single one, and announced', async () => {
  const heard: string[] = [];
  const stop = await changesOf(db).listen({
    onChanges: (lines) => heard.push(...lines),
    onGap: () => heard.push('gap'),
    log: { warn: () => {} },
  });
  await writer.write(context, looksAt(0));
  heard.length = 0;
  // Events that were counted before are not counted again.
  await writer.write(context, [...looksAt(0), ...looksAt(1)]);
  expect(await written()).toBe(2 * BATCH_SIZE);
  expect(await hours()).toEqual([{ hour: NOW.slice(0, 13), kind: 'file_previewed', amount: 2 * BATCH_SIZE }]);
  expect(heard).toEqual(['part 1 looks owner']);
  const seen = await db
    .selectFrom('ledger_entries')
    .select('line')
    .where('line', 'like', '%"seen"%')
    .execute();
  expect(seen).toHaveLength(2 * BATCH_SIZE);
  expect(logged).toEqual([]);
  await stop();
});

test('many waiting events are written in several transactions, so that others get turns between them', async () => {
  const transactions = vi.spyOn(db, 'transaction');
  await writer.write(context, [...looksAt(0), ...looksAt(1), ...looksAt(2)]);
  expect(await written()).toBe(FILES);
  expect(transactions).toHaveBeenCalledTimes(3);
});

test('looks recorded while nothing can be written are dropped silently', async () => {
  await refuseWrites(db);
  await writer.write(context, looksAt(1));
  expect(await written()).toBe(0);
  expect(logged).toEqual([]);
});

test('a batch that cannot be written is logged, and the next one is written', async () => {
  await db.schema.alterTable('event_hours').renameTo('elsewhere').execute();
  await writer.write(context, looksAt(1));
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('Events could not be recorded');
  await db.schema.alterTable('elsewhere').renameTo('event_hours').execute();
  await writer.write(context, looksAt(2));
  expect(await written()).toBe(BATCH_SIZE);
});

import { hash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createStorage } from '../../../server/src/adapters/storage/create-storage.ts';
import { buildApp } from '../../../server/src/app.ts';
import { readConfig } from '../../../server/src/config/config.ts';
import type { Context } from '../../../server/src/context.ts';
import { rightsOf } from '../../../server/src/current/current-user.ts';
import { connectDatabase } from '../../../server/src/database/connect.ts';
import { migrateToLatest } from '../../../server/src/database/migrate.ts';
import { inTransaction } from '../../../server/src/database/transaction.ts';
import { recordEvent } from '../../../server/src/features/events/service.ts';
import { ENV } from '../requests.ts';

/**
 * The product, which records a number of client looks a second as if their requests had arrived, so that the
 * load of a benchmark need not send them. Arguments: folder, session id of a freelancer, looks a second.
 */
const [dataDir = '', sessionId = '', perSecond = '0'] = process.argv.slice(2);

const CLIENTS = 1000;
/** Enough for 40 s at 2,000 a second: a benchmark takes 25. */
const FILES_OF_EACH = 80;
const TURN_MS = 50;

const config = readConfig({ ...ENV, DATA_DIR: dataDir, LOG_LEVEL: 'error', PORT: '0' });
const db = connectDatabase({ sqlitePath: join(dataDir, 'vitrin.sqlite') });
await migrateToLatest(db);
const context: Context = {
  config,
  db,
  mailer: { send: () => Promise.resolve() },
  storage: await createStorage(config),
  identity: null,
  payments: null,
  log: pino({ level: 'error' }),
  now: () => new Date(),
};
await seed();
const app = await buildApp(context);
const address = await app.listen({ port: 0, host: '127.0.0.1' });
config.publicUrl = address.replace('127.0.0.1', 'localhost');
let count = 0;
const startedAt = performance.now();
if (Number(perSecond) > 0) setInterval(look, TURN_MS);
process.once('SIGTERM', () => void app.close().then(() => process.exit()));
console.log(`listening on ${address}`);

/**
 * Each look is of another client, and in each round of another of that client's files, so that all of them
 * count. A turn delayed by a busy server is made up for.
 */
function look(): void {
  const due = ((performance.now() - startedAt) / 1000) * Number(perSecond);
  while (count < due) {
    const client = count % CLIENTS;
    const file = Math.floor(count / CLIENTS) % FILES_OF_EACH;
    count += 1;
    const user = {
      id: 2 + client,
      username: '',
      user_type: 'customer',
      language: 'en',
      owner_id: 1,
      tenant: 'user 1',
    } as const;
    recordEvent(
      context,
      { ...user, ...rightsOf('customer') },
      {
        kind: 'file_previewed',
        owner_id: 1,
        project_id: 1 + client,
        version_id: 1 + client,
        file_id: 1 + client * FILES_OF_EACH + file,
      },
    );
  }
}

/** A freelancer with a client, a project and a version for each of CLIENTS, and files in each version. */
async function seed(): Promise<void> {
  const time = new Date().toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const fill = (columns: string, values: string, rows: number) =>
    inTransaction({ db }, (tx) =>
      sql`insert into ${sql.raw(columns)}
        with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < ${sql.lit(rows)})
        select ${sql.raw(values)} from numbers`.execute(tx.db),
    );
  const user = 'users (id, username, username_key, name_key, user_type, language, owner_id, created_at)';
  await fill(user, `1, 'bench', 'bench', 'bench', 'freelancer', 'en', null, '${time}'`, 1);
  await fill(user, `2 + n, 'c' || n, 'c' || n, 'c' || n, 'customer', 'en', 1, '${time}'`, CLIENTS);
  await fill(
    'sessions (id_hash, user_id, user_agent, ip, state, created_at, last_seen, expires_at)',
    `'${hash('sha256', sessionId)}', 1, '', '', '{}', '${time}', '${time}', '${later}'`,
    1,
  );
  await fill(
    `projects (id, owner_id, customer_id, name, name_key, description, list_description, created_at,
      last_updated, edited_at)`,
    `1 + n, 1, 2 + n, 'p' || n, 'p' || n, '', '', '${time}', '${time}', '${time}'`,
    CLIENTS,
  );
  // Each client has visited its project before, so that viewing extends the visit instead of beginning one.
  await fill(
    'visits (user_id, project_id, previous_at, opened_at, seen_at)',
    `2 + n, 1 + n, null, '${time}', '${time}'`,
    CLIENTS,
  );
  await fill(
    'versions (id, project_id, version_number, description, created_at, edited_at)',
    `1 + n, 1 + n, '1', '', '${time}', '${time}'`,
    CLIENTS,
  );
  await fill(
    'files (id, version_id, owner_id, name, storage_key, size_bytes, media_type, created_at)',
    `1 + n, 1 + n / ${FILES_OF_EACH}, 1, 'x', 'key-' || n, 1, 'text/plain', '${time}'`,
    CLIENTS * FILES_OF_EACH,
  );
}

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { PostgresMissingError, startPostgres } from '../../test-kit/postgres-cluster.ts';
import { startProduct } from '../../test-kit/product.ts';
import { isWanted, quick, report } from './compare.ts';
import { ENV } from './requests.ts';
import { openDatabase, UNLIMITED_PLAN } from './seed.ts';

const ROW = 'analytics: a question among 5 million events, 95th percentile';
const ON_POSTGRES = `PostgreSQL: ${ROW}`;
export const ANALYTICS = [ROW, ON_POSTGRES];

const EVENTS = quick ? 500_000 : 5_000_000;
/** A busy studio: 137 events a day for two years. */
const OWN_EVENTS = 100_000;
const OTHERS = 490;
const DAYS = 730;
const DAY_MS = 24 * 3600 * 1000;
const TIMES_EACH = 20;
const MOST_MS = 100;

/** Queries about two years, the longest range allowed. */
const QUESTIONS = [
  'measure=opens&by=month',
  'measure=looks&by=day',
  'measure=looks&by=customer',
  'measure=looks&by=project,month',
  'measure=downloads&by=file',
  'measure=downloads&by=customer,week',
  'measure=downloads&by=device',
  'measure=bytes&by=project',
  'measure=first_look&by=project',
  'measure=first_complete&by=customer',
  'measure=unopened&by=customer',
  'measure=storage&by=month',
  'measure=milestone_days&by=project',
];

/** Measures each question of a freelancer with 100,000 events while 490 others have the rest. */
export async function measureAnalytics(folder: string): Promise<void> {
  if (isWanted(ROW)) await measureOnSqlite(folder);
  if (isWanted(ON_POSTGRES)) await measureOnPostgres(folder);
}

async function measureOnSqlite(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'analytics');
  const first = await startProduct({ dataDir, env: ENV });
  const session = await registerFreelancer(first, 'bench');
  await first.stop();
  const db = openDatabase(dataDir);
  db.exec('pragma foreign_keys = off; pragma synchronous = off; pragma cache_size = -500000; begin');
  for (const statement of statements('sqlite')) db.exec(statement);
  db.exec('commit; pragma wal_checkpoint(truncate); analyze');
  db.close();
  const product = await startProduct({ dataDir, env: ENV });
  await ask(ROW, openApiSession(product.url, session.cookies));
  await product.stop();
}

async function measureOnPostgres(folder: string): Promise<void> {
  const cluster = await startPostgres({ durable: true }).catch((error: unknown) => {
    if (!(error instanceof PostgresMissingError)) throw error;
    console.error(error.message);
  });
  if (!cluster) return;
  const env = { ...ENV, DATABASE_URL: cluster.url, SECRET_KEY: 'a secret only for this benchmark' };
  const product = await startProduct({ dataDir: path.join(folder, 'analytics-postgres'), env });
  const session = await registerFreelancer(product, 'bench');
  const client = new pg.Client(cluster.url);
  await client.connect();
  // Without checks of references, which would take most of the time.
  await client.query('set session_replication_role = replica');
  for (const statement of statements('postgres')) await client.query(statement);
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
  // The server reads plans anew at most every 5 seconds.
  await pause(6000);
  await ask(ON_POSTGRES, session);
  await product.stop();
  await cluster.stop();
}

/** Asks each question about different days every time, so that no answer comes from the cache. */
async function ask(what: string, session: ApiSession): Promise<void> {
  const figures: Record<string, string> = {};
  const missed: string[] = [];
  for (const question of QUESTIONS) {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES_EACH; turn += 1) {
      const from = new Date(Date.now() - (DAYS - turn) * DAY_MS).toISOString().slice(0, 10);
      const startedAt = performance.now();
      await session.expectCall(200, 'GET', `/api/analytics/query/?${question}&from=${from}`);
      times.push(performance.now() - startedAt);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.ceil(TIMES_EACH * 0.95) - 1] ?? Number.NaN;
    figures[question.replaceAll(/measure=|&by=/g, ' ').trim()] = `${p95.toFixed(0)} ms`;
    if (p95 > MOST_MS) missed.push(`${question}: ${p95.toFixed(0)} ms`);
  }
  report({ what, figures, note: `must <= ${MOST_MS} ms`, missed });
}

/**
 * SQL for a studio of 40 customers, 100 projects, 300 versions and 3000 files, and others with a project each.
 * All ids start at 1001, beyond those of the registration.
 */
function statements(database: 'sqlite' | 'postgres'): string[] {
  const me = `(select id from users where username = 'bench')`;
  const start = new Date(Date.now() - DAYS * DAY_MS).toISOString();
  /** Time this many minutes after the start. */
  const minutesOn = (minutes: string) =>
    database === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', '${start}', (${minutes}) || ' minutes')`
      : `timestamptz '${start}' + (${minutes}) * interval '1 minute'`;
  const begin = database === 'sqlite' ? `'${start}'` : `timestamptz '${start}'`;
  const hourOf =
    database === 'sqlite'
      ? 'substr(created_at, 1, 13)'
      : `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`;
  const series = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const minutes = DAYS * 24 * 60;
  const each = Math.floor((EVENTS - OWN_EVENTS) / OTHERS);
  const kind = (i: string) =>
    `case ${i} % 5 when 0 then 'project_opened' when 1 then 'file_downloaded' else 'file_previewed' end`;
  const user = 'id, username, username_key, name_key, user_type, language, owner_id, created_at';
  const project =
    'id, owner_id, customer_id, name, name_key, description, list_description, created_at, last_updated, edited_at';
  const version = 'id, project_id, version_number, description, created_at, ready_at, edited_at';
  const file = 'id, version_id, owner_id, name, storage_key, size_bytes, media_type, created_at';
  const event = 'kind, user_id, owner_id, project_id, version_id, file_id, created_at';
  return [
    UNLIMITED_PLAN,
    `${series(40)} insert into users (${user}) select 1000 + i, 'c-' || i, 'c-' || i, 'c-' || i, 'customer', 'en', ${me}, ${begin} from n`,
    `${series(100)} insert into projects (${project}) select 1000 + i, ${me}, 1001 + i % 40, 'p-' || i, 'p-' || i, '', '', ${begin}, ${begin}, ${begin} from n`,
    `${series(300)} insert into versions (${version}) select 1000 + i, 1001 + i % 100, '1.' || i, '', at, at, at from (select i, ${minutesOn(`i * ${Math.floor(minutes / 301)}`)} as at from n) as v`,
    `${series(3000)} insert into files (${file}) select 1000 + i, 1001 + i % 300, ${me}, 'f-' || i || '.jpg', 'none-' || i, 1000000, 'image/jpeg', ${minutesOn(`i * ${Math.floor(minutes / 3001)}`)} from n`,
    `${series(500)} insert into milestones (project_id, name, description, completed, position, created_at, edited_at, completed_at) select 1001 + i % 100, 'Step', '', true, 1 + i / 100, ${begin}, ${begin}, ${minutesOn('i * 2000')} from n`,
    `${series(8999)} insert into deliveries (user_id, file_id, device, owner_id, project_id, version_id, size_bytes, ranges, covered_bytes, began_at, last_at, completed_at)
      select projects.customer_id, files.id, case n.i / 3000 when 0 then 'phone' when 1 then 'tablet' else 'computer' end, ${me}, projects.id, versions.id, 1000000, '', 1000000, at, at, at
      from (select i, ${minutesOn(`i * ${Math.floor(minutes / 9001)}`)} as at from n) as n
      join files on files.id = 1001 + n.i % 3000 join versions on versions.id = files.version_id join projects on projects.id = versions.project_id
      where true on conflict do nothing`,
    `${series(OWN_EVENTS)} insert into events (${event}) select ${kind('n.i')}, projects.customer_id, ${me}, projects.id, versions.id, files.id, ${minutesOn(`n.i * ${Math.floor(minutes / OWN_EVENTS)}`)}
      from n join files on files.id = 1001 + (n.i * 7919) % 3000 join versions on versions.id = files.version_id join projects on projects.id = versions.project_id`,
    `${series(OTHERS)} insert into users (${user}) select 2000 + i, 'o-' || i, 'o-' || i, 'o-' || i, 'freelancer', 'en', null, ${begin} from n`,
    `${series(OTHERS)} insert into projects (${project}) select 2000 + i, 2000 + i, null, 'o-' || i, 'o-' || i, '', '', ${begin}, ${begin}, ${begin} from n`,
    `${series(OTHERS * each)} insert into events (${event}) select ${kind('i')}, 2001 + i % ${OTHERS}, 2001 + i % ${OTHERS}, 2001 + i % ${OTHERS}, null, null, ${minutesOn(`i % ${minutes}`)} from n`,
    `insert into event_hours (owner_id, hour, kind, amount) select owner_id, ${hourOf}, kind, count(*) from events group by 1, 2, 3`,
  ];
}

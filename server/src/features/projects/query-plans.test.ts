import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import { PROJECT_ORDERINGS } from '@vitrin/shared/contract/projects.ts';
import { isPostgres } from '../../database/connect.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Person } from '../../testing/factories.ts';
import { wholeReads } from '../../testing/database/query-plans.ts';
import { statementsOf } from '../../testing/database/statements.ts';
import { recordEvent, writeEvents } from '../events/service.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

/** Enough rows of other people to make a database prefer an index. */
const OTHER_PROJECTS = 20_000;

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
const client = await setup.createCustomer({ owner: ada });
let project: { id: number } = { id: 0 };
for (let number = 0; number < 30; number += 1)
  project = await setup.createProject({ owner: ada, ...(number % 2 === 1 && { customer: client }) });
await setup.createMilestone({ project });
const version = await setup.createVersion({ project });
await setup.createFile({ version });
recordEvent(setup.context, client, {
  kind: 'version_opened',
  owner_id: ada.id,
  project_id: project.id,
  version_id: version.id,
});
await writeEvents(setup.context);
await fillWithOthers(setup);

/** Copies a freelancer, a customer, a project, a milestone, a version and a file many times. */
async function fillWithOthers({ db }: TestApp): Promise<void> {
  const numbers = sql`with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < ${sql.lit(OTHER_PROJECTS)})`;
  const fill = async (columns: string, values: string) => {
    const insert = sql`insert into ${sql.raw(columns)} ${numbers} select ${sql.raw(values)} from numbers`;
    await inTransaction({ db }, (tx) => insert.execute(tx.db));
  };
  const time = `'2026-01-02T10:00:00.000Z'`;
  const user = '(id, username, username_key, name_key, user_type, language, owner_id, created_at)';
  await fill(`users ${user}`, `100000 + n, 'f' || n, 'f' || n, 'f' || n, 'freelancer', 'en', null, ${time}`);
  await fill(
    `users ${user}`,
    `200000 + n, 'c' || n, 'c' || n, 'c' || n, 'customer', 'en', 100000 + n, ${time}`,
  );
  await fill('invitations (user_id, round)', '200000 + n, 0');
  await fill(
    'sessions (id_hash, user_id, user_agent, ip, state, created_at, last_seen, expires_at)',
    `'hash' || n, 100000 + n, '', '', '', ${time}, ${time}, '2027-01-02T10:00:00.000Z'`,
  );
  await fill(
    'email_addresses (user_id, email, verified, is_primary, created_at)',
    `100000 + n, n || '@example.org', true, true, ${time}`,
  );
  await fill(
    `projects (id, owner_id, customer_id, name, name_key, description, list_description, created_at,
      last_updated, edited_at)`,
    `300000 + n, 100000 + n, 200000 + n, 'p' || n, 'p' || n, '', '', ${time}, ${time}, ${time}`,
  );
  await fill(
    'milestones (project_id, name, description, completed, position, created_at, edited_at)',
    `300000 + n, 'm', '', false, 1, ${time}, ${time}`,
  );
  await fill(
    'versions (id, project_id, version_number, description, ready_at, created_at, edited_at)',
    `400000 + n, 300000 + n, '1', '', ${time}, ${time}, ${time}`,
  );
  await fill('sections (version_id, name, position, created_at)', `400000 + n, 's', 1, ${time}`);
  await fill(
    'links (version_id, title, address, position, created_at)',
    `400000 + n, 'l', 'https://example.com/', 1, ${time}`,
  );
  await fill(
    'pictures (owner_id, project_id, version_id, storage_key, size_bytes, media_type, is_stored, created_at)',
    `100000 + n, 300000 + n, 400000 + n, 'picture' || n, 1, 'image/png', true, ${time}`,
  );
  await fill(
    'files (id, version_id, owner_id, name, storage_key, size_bytes, media_type, created_at)',
    `500000 + n, 400000 + n, 100000 + n, 'x', 'key-' || n, 1, 'text/plain', ${time}`,
  );
  await fill(
    'origins (id, owner_id, import_id, number, brought_at)',
    `600000 + n, 100000 + n, 'i' || n, 0, ${time}`,
  );
  await fill(
    `deliveries (user_id, file_id, device, owner_id, project_id, version_id, size_bytes, ranges, covered_bytes,
      began_at, last_at)`,
    `200000 + n, 500000 + n, 'desktop', 100000 + n, 300000 + n, 400000 + n, 1, '', 0, ${time}, ${time}`,
  );
  await fill(
    `brought_deliveries (user_id, file_id, device, project_id, version_id, size_bytes, ranges, covered_bytes,
      began_at, last_at, origin_id)`,
    `200000 + n, 500000 + n, 'desktop', 300000 + n, 400000 + n, 1, '', 0, ${time}, ${time}, 600000 + n`,
  );
  await fill('event_days (owner_id, day, kind, amount)', `100000 + n, '2026-11-01', 'project_opened', 1`);
  await fill(
    'event_hours (owner_id, hour, kind, amount)',
    `100000 + n, '2026-11-01T10', 'project_opened', 1`,
  );
  await fill(
    'events (kind, user_id, owner_id, project_id, version_id, created_at)',
    `'version_opened', 200000 + n, 100000 + n, 300000 + n, 400000 + n, ${time}`,
  );
  await fill(
    'notices (kind, user_id, subject_id, project_id, version_id, due_at, sent_at, created_at)',
    `'version_ready', 200000 + n, 400000 + n, 300000 + n, 400000 + n, ${time}, ${time}, ${time}`,
  );
  await fill('feeds (user_id, secret_hash, created_at)', `100000 + n, 'feed' || n, ${time}`);
  await fill('ledger_heads (project_id, ledger, entries, hash)', `300000 + n, 'l' || n, 1, 'h' || n`);
  await fill('ledger_entries (project_id, number, line)', `300000 + n, 1, '{"kind":"promise_moved"}'`);
  await fill('visits (user_id, project_id, opened_at, seen_at)', `200000 + n, 300000 + n, ${time}, ${time}`);
  if (isPostgres(db)) await sql`analyze`.execute(db);
}

async function expectOwnDataOnly(person: Person, url: string, headers = {}): Promise<void> {
  const { db } = setup;
  const statements = await statementsOf(db, async () => {
    expect((await person.browser.get(url, headers)).statusCode).toBe(200);
  });
  // One statement for the session, and at least one more.
  expect(statements.length).toBeGreaterThan(1);
  // Plan limits come from the few plans of the installation, a table that users do not fill.
  for (const statement of statements.filter((one) => !one.sql.includes('"plans"')))
    expect(await wholeReads(db, statement), `${url}\n${statement.sql}`).toEqual([]);
}

/** Readers of a freelancer: as themselves and as the client. */
const askingAs = ({ isFreelancer }: Person) => (isFreelancer ? [{}, { 'x-view-as': 'client' }] : [{}]);

test('a statement that reads a whole table is detected', async () => {
  const { db } = setup;
  for (const statement of [
    db.selectFrom('projects').select('id').where('name', '=', 'x').compile(),
    db.selectFrom('projects').select('id').where('progress', '>=', 0).compile(),
    db.selectFrom('users').select('id').where('username', 'like', '%x%').compile(),
  ])
    expect(await wholeReads(db, statement)).toHaveLength(1);
});

test.each(PROJECT_ORDERINGS)(
  'a page sorted by %s reads nothing of others, searched and filtered too',
  async (ordering) => {
    for (const person of [ada, client])
      for (const filter of [
        '',
        '&status=pending',
        '&search=p',
        '&search=p&status=pending',
        `&customer=${client.id}`,
      ])
        for (const headers of askingAs(person))
          await expectOwnDataOnly(person, `/api/projects/?ordering=${ordering}${filter}`, headers);
  },
);

test('detail, summary, parts, customers and analytics read no rows of others', async () => {
  for (const person of [ada, client])
    for (const url of [
      '/api/projects/?page=2',
      '/api/projects/get_projects_summary/',
      `/api/projects/${project.id}/`,
      `/api/projects/${project.id}/?files=none`,
      '/api/milestones/',
      `/api/milestones/?project=${project.id}`,
      '/api/versions/',
      `/api/versions/?project=${project.id}`,
      `/api/files/?version=${version.id}`,
      `/api/files/?version=${version.id}&first=24&also=1,2`,
      `/api/sections/?version=${version.id}`,
      `/api/links/?version=${version.id}`,
      '/api/links/?search=l',
    ])
      for (const headers of askingAs(person)) await expectOwnDataOnly(person, url, headers);
  for (const url of [
    '/api/users/',
    '/api/users/?limit=10',
    '/api/users/?search=c&limit=10',
    '/api/analytics/',
    '/api/analytics/lately/',
    '/api/analytics/looks/',
  ])
    await expectOwnDataOnly(ada, url);
  const { calendar_url, news_url } = (await ada.browser.post('/api/account/feed/', {})).json<NewFeed>();
  for (const url of [calendar_url, news_url]) await expectOwnDataOnly(ada, new URL(url).pathname);
  // PostgreSQL reads all versions while it estimates that as cheaper than the conditions on own ones: 9 ms for 20,000.
  const unopened = await statementsOf(setup.db, () => ada.browser.get('/api/analytics/unopened/'));
  for (const statement of unopened)
    expect((await wholeReads(setup.db, statement)).filter((read) => read !== 'Seq Scan on versions')).toEqual(
      [],
    );
});

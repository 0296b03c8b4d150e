import { beforeEach, expect, test } from 'vitest';
import { rowPages } from '../../../database/pages.ts';
import { buyInSandbox } from '../../../testing/checkout/sandbox.ts';
import { PRO } from '../../../testing/checkout/stripe-app.ts';
import type { Delivery, Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { OF_PERSON } from '../pieces.ts';
import { type Row, SECTIONS } from './sections.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let mine: Delivery;
let other: Delivery;
beforeEach(async () => {
  mine = await setup.createDelivery();
  other = await setup.createDelivery();
});

type OwnData = Record<string, Row[]> & { made_at: string };

const ask = ({ browser }: Person, query = '') => browser.get(`/api/own_data/${query}`);
const ownData = async (person: Person) => (await ask(person)).json<OwnData>();

/** Looks of the client as the server has stored them. */
async function look({ owner, customer, project, version }: Delivery, file_id: number | null, times = 1) {
  const event = { user_id: customer.id, owner_id: owner.id, project_id: project.id, version_id: version.id };
  const created_at = setup.context.now().toISOString();
  const kind = file_id === null ? 'version_opened' : 'file_previewed';
  const rows = Array.from({ length: times }, () => ({ ...event, kind, file_id, created_at }) as const);
  for await (const values of rowPages(rows, 500))
    await setup.db.insertInto('events').values(values).execute();
}

/** Sections with rows that `look` and `plant` make. */
const PLANTED = ['looks', 'downloads', 'plays', 'notices', 'visits', 'receipts', 'program_events'];

/**
 * One row of the client in every other table about their actions in a project, with `needle` wherever a text
 * fits.
 */
async function plant({ owner, customer, project, version }: Delivery, file_id: number, needle: string) {
  const at = setup.context.now().toISOString();
  const [user_id, project_id, version_id] = [customer.id, project.id, version.id];
  const of = { user_id, project_id, version_id };
  const { db } = setup;
  const file = { file_id, owner_id: owner.id, device: 'phone', size_bytes: 1, covered_bytes: 1 } as const;
  const taken = { ranges: '', began_at: at, last_at: at, completed_at: at };
  await db
    .insertInto('deliveries')
    .values({ ...of, ...file, ...taken })
    .execute();
  await db
    .insertInto('plays')
    .values({ ...of, file_id, device: 'phone', percent: 1, last_at: at })
    .execute();
  const mail = { kind: 'version_ready', subject_id: version_id, due_at: at, claimed_at: at } as const;
  await db
    .insertInto('notices')
    .values({ ...of, ...mail, created_at: at })
    .execute();
  await db.insertInto('visits').values({ user_id, project_id, opened_at: at, seen_at: at }).execute();
  await db
    .insertInto('ledger_people')
    .values({ user_id, project_id, person: needle, name: needle, salt: needle })
    .execute();
  const event = { project_id, version_id, owner_id: owner.id, client_id: user_id, created_at: at };
  await db
    .insertInto('program_events')
    .values({ ...event, type: 'version.seen', data: '{}' })
    .execute();
}

const nameOf = async ({ owner, project }: Delivery) =>
  (await owner.browser.get(`/api/projects/${project.id}/`)).json<{ name: string }>().name;

test('an export has a section for every table with personal data', () => {
  const exported = Object.values(SECTIONS).flatMap(({ tables }) => tables);
  // These rows are personal too, but partly remain when the account is deleted.
  const ofPerson = [...OF_PERSON.map(({ table }) => table as string), 'payments', 'acceptances', 'invoices'];
  expect(exported.toSorted()).toEqual(ofPerson.toSorted());
});

test('a client gets all data about themselves, with names, and nothing of another client', async () => {
  const file = await setup.createFile({ version: mine.version, name: 'needle-mine.png' });
  const foreign = await setup.createFile({ version: other.version, name: 'needle-other.png' });
  await look(mine, file.id);
  await look(other, foreign.id);
  for (const { customer } of [mine, other]) await setup.addAddress(customer);
  const data = await ownData(mine.customer);
  expect(Object.keys(data)).toEqual(['made_at', 'account', ...Object.keys(SECTIONS)]);
  expect(data['account']).toMatchObject([{ username: mine.customer.username, user_type: 'customer' }]);
  expect(data['looks']).toMatchObject([
    {
      kind: 'file_previewed',
      project: await nameOf(mine),
      version: '1.0',
      file: 'needle-mine.png',
      count: 1,
    },
  ]);
  expect(data['email_addresses']).toMatchObject([{ email: `${mine.customer.username}@example.com` }]);
  expect(data['sessions']).toHaveLength(1);
  const text = JSON.stringify(data);
  expect(text).not.toMatch(/needle-other|password_hash|id_hash|storage_key/);
  expect(text).toContain(mine.customer.username);
  for (const { username } of [other.customer, other.owner, mine.owner]) expect(text).not.toContain(username);
  const theirs = JSON.stringify(await ownData(other.customer));
  expect(theirs).toContain('needle-other.png');
  expect(theirs).not.toMatch(/needle-mine/);
  expect(JSON.stringify(await ownData(mine.owner))).not.toMatch(/needle/);
});

test('marks of two clients of one freelancer each appear only in their own export, for people and for programs', async () => {
  const second = await setup.createCustomer({ owner: mine.owner });
  const project = await setup.createProject({ owner: mine.owner, customer: second });
  const version = await setup.createVersion({ project });
  const theirs = { ...mine, customer: second, project, version };
  for (const [of, needle] of [
    [mine, 'needle-first'],
    [theirs, 'needle-second'],
  ] as const) {
    const file = await setup.createFile({ version: of.version, name: `${needle}.png` });
    await look(of, file.id);
    await plant(of, file.id, needle);
    await of.customer.browser.patch(`/api/users/${of.customer.id}/`, { display_name: needle });
    await mine.owner.browser.patch(`/api/projects/${of.project.id}/`, { name: `${needle} project` });
  }
  for (const { customer } of [mine, theirs]) {
    const data = await ownData(customer);
    for (const name of PLANTED) expect([name, data[name]?.length]).toEqual([name, 1]);
  }
  for (const format of ['json', 'html']) {
    const [first, other] = await Promise.all(
      [mine.customer, second].map(async (person) => (await ask(person, `?format=${format}`)).body),
    );
    expect(first).toMatch(/needle-first\.png/);
    expect(first).not.toContain('needle-second');
    expect(other).toMatch(/needle-second\.png/);
    expect(other).not.toContain('needle-first');
    expect((await ask(mine.owner, `?format=${format}`)).body).not.toMatch(/needle-(first|second)\.png/);
  }
});

test('a freelancer gets their own payments, and nothing of those of another', async () => {
  await buyInSandbox(setup, mine.owner, PRO);
  const [payment] = (await ownData(mine.owner))['payments'] ?? [];
  expect(payment).toMatchObject({
    plan: 'Professional',
    amount_cents: 2900,
    currency: 'USD',
    status: 'paid',
  });
  expect((await ask(mine.owner, '?format=html')).body).toContain(String(payment?.['transaction']));
  expect((await ownData(other.owner))['payments']).toEqual([]);
  expect((await ownData(mine.customer))['payments']).toEqual([]);
});

test('names of items that a client cannot see any more are left out, and their own looks stay', async () => {
  await look(mine, null);
  const name = await nameOf(mine);
  const soon = new Date(setup.context.now().getTime() + 3_600_000).toISOString();
  await mine.owner.browser.patch(`/api/versions/${mine.version.id}/`, { ready_at: soon });
  expect((await ownData(mine.customer))['looks']).toMatchObject([{ project: name, version: null }]);
  await mine.owner.browser.patch(`/api/projects/${mine.project.id}/`, {
    customer_id: null,
    name: 'Renamed since',
  });
  const data = await ownData(mine.customer);
  expect(data['looks']).toMatchObject([{ kind: 'version_opened', project: null }]);
  expect(JSON.stringify(data)).not.toContain('Renamed since');
});

test('an export longer than one page has each row once', async () => {
  await look(mine, null, 1201);
  const looks = (await ownData(mine.customer))['looks'] ?? [];
  expect(new Set(looks.map(({ id }) => id)).size).toBe(1201);
  expect(looks).toHaveLength(1201);
});

test('the page has headings in its language, and markup in names stays text', async () => {
  const name = `<script>alert('x')</script> & Söhne.png`;
  await look(mine, (await setup.createFile({ version: mine.version, name })).id);
  const { statusCode, headers, body } = await ask(mine.customer, '?format=html&language=tr');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-disposition']).toBe('attachment; filename=vitrin-my-data.html');
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toContain('<html lang="tr">');
  expect(body).toContain('<h2>İndirmeler</h2>\n<p>Kayıt yok.</p>');
  expect(body).toContain('&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; Söhne.png');
  expect(body).not.toContain('<script');
  expect(body.trimEnd()).toMatch(/<\/html>$/);
});

test('a guest, a token, a view as the client and an unknown form are refused', async () => {
  expect((await setup.createBrowser().get('/api/own_data/')).statusCode).toBe(401);
  expect((await mine.owner.browser.get('/api/own_data/', { 'x-view-as': 'client' })).statusCode).toBe(403);
  expect((await ask(mine.customer, '?format=pdf')).statusCode).toBe(400);
  expect((await ask(mine.customer, `?language=${'x'.repeat(65_536)}`)).statusCode).toBeGreaterThanOrEqual(
    400,
  );
});

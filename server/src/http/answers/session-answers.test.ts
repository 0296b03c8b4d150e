import { beforeEach, expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { saveInstallation } from '../../database/read-only/state.ts';
import { writeEvents } from '../../features/events/service.ts';
import { countStatements } from '../../testing/database/statements.ts';
import { createCustomer, createDelivery, createFreelancer, type Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const IS_POSTGRES = process.env['VITRIN_TEST_DATABASE'] === 'postgres';
/** Header of the web app: its calls are no looks. */
const REPORTED = { 'x-looks': 'reported' };
const AS_CLIENT = { ...REPORTED, 'x-view-as': 'client' };

let ada: Person;
let client: Person;
let project: { id: number };
let version: { id: number };

const setup = await sharedTestApp();
beforeEach(async () => {
  ({ owner: ada, customer: client, project, version } = await createDelivery(setup));
});

let asked = 0;
/** Returns an address that was never requested, so that its answer is computed anew. */
const anew = (address: string) => `${address}${address.includes('?') ? '&' : '?'}anew=${(asked += 1)}`;

async function get({ browser }: Person, address: string, headers: Record<string, string> = REPORTED) {
  const { statusCode, body, headers: answered } = await browser.get(address, headers);
  return { statusCode, body, etag: answered['etag'] };
}

/** Repeats a request until its answer is served from memory. */
async function getKept(person: Person, address: string) {
  for (let time = 0; time < 3; time += 1) await get(person, address);
  return get(person, address);
}

const list = '/api/projects/';
const detail = () => `/api/projects/${project.id}/`;

test('an answer is computed twice while nothing is written, and then served without a statement', async () => {
  for (const person of [ada, client])
    for (const address of [list, detail(), `${detail()}?files=none`, `${list}get_projects_summary/`]) {
      const first = await get(person, address);
      await get(person, address);
      let again = first;
      const statements = await countStatements(setup.db, async () => {
        again = await get(person, address);
      });
      expect(again).toEqual(first);
      if (IS_POSTGRES) expect(statements).toBeGreaterThan(1);
      else expect(statements, address).toBe(0);
      for (let time = 0; time < 4; time += 1) {
        const repeated = await get(person, address, { ...REPORTED, 'if-none-match': String(first.etag) });
        expect(repeated).toEqual({ statusCode: 304, body: '', etag: first.etag });
      }
    }
});

test('an answer is kept for a client beyond the visits of others', async () => {
  const other = await createDelivery(setup);
  await other.customer.browser.post('/api/seen/', { kind: 'project_opened', id: other.project.id });
  await writeEvents(setup.context);
  await getKept(client, list);
  setup.advance(1800);
  const statements = await countStatements(setup.db, () => get(client, list));
  if (IS_POSTGRES) expect(statements).toBeGreaterThan(1);
  else expect(statements).toBe(0);
});

test('after any change, kept answers equal newly computed ones', async () => {
  const other = await createCustomer(setup, { owner: ada });
  const { browser } = ada;
  const inSeconds = (seconds: number) =>
    new Date(setup.context.now().getTime() + seconds * 1000).toISOString();
  const milestone = async () =>
    (await browser.post('/api/milestones/', { name: 'Step', project: project.id })).json<{ id: number }>().id;
  const newest = async () => (await browser.get(detail())).json<Project>().milestones[0]?.id;
  const steps: (() => unknown)[] = [
    () => browser.post(list, { name: `Project ${asked}`, customer_id: other.id }),
    () => browser.patch(detail(), { name: `Renamed ${asked}` }),
    milestone,
    async () => browser.patch(`/api/milestones/${await newest()}/`, { completed: true }),
    async () => browser.delete(`/api/milestones/${await newest()}/`),
    () => browser.post('/api/versions/', { version_number: `${asked}`, project: project.id }),
    () =>
      browser.post('/api/versions/', {
        version_number: `${asked}`,
        project: project.id,
        ready_at: inSeconds(900),
      }),
    () => uploadTo(browser, version.id, Buffer.from(`${asked}`), `${asked}.txt`),
    () => browser.patch(detail(), { customer_id: other.id }),
    () => browser.patch(detail(), { customer_id: client.id }),
    () => browser.patch(`/api/users/${client.id}/`, { display_name: `Name ${asked}` }),
    () => browser.patch('/api/face/', { display_name: `Face ${asked}` }),
    async () => {
      await client.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
      await writeEvents(setup.context);
    },
    async () => {
      await client.browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
      await writeEvents(setup.context);
    },
    () => setup.advance(60),
    () => setup.advance(899),
    () => setup.advance(1),
    () => setup.advance(1800),
    () => setup.runJobs(),
  ];
  const expectCurrent = async () => {
    for (const person of [ada, client, other])
      for (const address of [list, detail(), `${list}get_projects_summary/`])
        expect(await getKept(person, address), address).toEqual(await get(person, anew(address)));
    for (const address of [list, detail()])
      expect(await get(ada, address, AS_CLIENT), address).toEqual(await get(ada, anew(address), AS_CLIENT));
  };
  for (const step of steps) await step();
  await expectCurrent();
  // The order is fixed but irregular, so that a failure can be repeated.
  let position = 1;
  for (let taken = 0; taken < 24; taken += 1) {
    position = (position * 16_807) % 2_147_483_647;
    await Promise.all([steps[position % steps.length]?.(), get(ada, list), get(client, detail())]);
    await expectCurrent();
  }
});

test('a scheduled version is in the kept answers of its client from its time on', async () => {
  const ready_at = new Date(setup.context.now().getTime() + 60_000).toISOString();
  await ada.browser.post('/api/versions/', { version_number: 'later', project: project.id, ready_at });
  const numbers = async () =>
    (JSON.parse((await getKept(client, detail())).body) as Project).versions.map(
      (each) => each.version_number,
    );
  expect(await numbers()).toEqual(['1.0']);
  setup.advance(59);
  expect(await numbers()).toEqual(['1.0']);
  setup.advance(1);
  expect(await numbers()).toEqual(['1.0', 'later']);
  setup.advance(-1);
  expect(await numbers()).toEqual(['1.0']);
});

test("the news of a client depends on the client's visit, also for a freelancer who views as the client", async () => {
  await client.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  await writeEvents(setup.context);
  const answers = async () => {
    for (const [person, headers] of [
      [client, REPORTED],
      [ada, AS_CLIENT],
    ] as const) {
      for (let time = 0; time < 3; time += 1) await get(person, detail(), headers);
      expect(await get(person, detail(), headers)).toEqual(await get(person, anew(detail()), headers));
    }
    return (JSON.parse((await get(client, detail())).body) as Project).previous_visit;
  };
  expect(await answers()).toBeNull();
  const opened = setup.context.now().toISOString();
  setup.advance(1799);
  expect(await answers()).toBeNull();
  setup.advance(1);
  expect(await answers()).toBe(opened);
});

test('no user gets an answer kept for another, or one they may no longer see', async () => {
  const other = await createCustomer(setup, { owner: ada });
  expect((await getKept(ada, detail())).statusCode).toBe(200);
  expect((await getKept(client, detail())).statusCode).toBe(200);
  for (const person of [other, await createFreelancer(setup)])
    expect((await getKept(person, detail())).statusCode).toBe(404);
  const view = await get(ada, detail(), AS_CLIENT);
  expect(JSON.parse(view.body)).toMatchObject({ seen: null });
  await ada.browser.patch(detail(), { customer_id: other.id });
  expect((await get(client, detail())).statusCode).toBe(404);
  expect(JSON.parse((await get(client, list)).body)).toMatchObject({ count: 0 });
  await getKept(other, detail());
  await setup.db.deleteFrom('sessions').where('user_id', '=', other.id).execute();
  expect((await get(other, detail())).statusCode).toBe(401);
});

test('a look of a client that does not report looks is counted, whatever is kept', async () => {
  const looks = async () => {
    await writeEvents(setup.context);
    const rows = await setup.db
      .selectFrom('events')
      .select('id')
      .where('user_id', '=', client.id)
      .where('kind', '=', 'project_opened')
      .execute();
    return rows.length;
  };
  await getKept(client, detail());
  expect(await looks()).toBe(0);
  for (const times of [1, 2]) {
    setup.advance(3600);
    await getKept(client, detail());
    for (let time = 0; time < 3; time += 1) await client.browser.request({ method: 'HEAD', url: detail() });
    expect((await get(client, detail(), {})).statusCode).toBe(200);
    expect(await looks()).toBe(times);
  }
});

test('a kept answer is served with the headers of the first, and an id of its own', async () => {
  for (const headers of [REPORTED, { ...REPORTED, 'if-none-match': '"other"' }]) {
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await ada.browser.get(detail(), headers));
    const [first, ...others] = answers.map(({ headers: { 'x-request-id': id, ...rest } }) => ({ id, rest }));
    for (const { id, rest } of others) {
      expect(rest).toEqual({ ...first?.rest, date: rest.date });
      expect(id).toMatch(/^[0-9a-f]{10}-\w+$/);
      expect(id).not.toBe(first?.id);
    }
    expect(first?.rest).toMatchObject({
      'content-length': String(Buffer.byteLength(answers[0]?.body ?? '')),
    });
  }
});

test('a session is prolonged and ends on time, whatever is kept', async () => {
  const { browser } = ada;
  await getKept(ada, list);
  setup.advance(3599);
  for (let time = 0; time < 3; time += 1)
    expect((await browser.get(list, REPORTED)).headers['set-cookie']).toBeUndefined();
  setup.advance(1);
  expect(String((await browser.get(list, REPORTED)).headers['set-cookie'])).toContain('sessionid=');
  const expires_at = new Date(setup.context.now().getTime() + 60_000).toISOString();
  await setup.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', ada.id).execute();
  await getKept(ada, list);
  setup.advance(59);
  expect((await getKept(ada, list)).statusCode).toBe(200);
  setup.advance(1);
  expect((await get(ada, list)).statusCode).toBe(401);
});

test('a request with another host, view or session gets its own answer', async () => {
  await getKept(ada, list);
  const status = async (headers: Record<string, string>) => (await get(ada, list, headers)).statusCode;
  expect(await status({ ...REPORTED, host: 'elsewhere.example' })).toBe(421);
  expect(await status({ ...REPORTED, 'x-view-as': 'nobody' })).toBe(400);
  expect(await status({ ...REPORTED, cookie: 'sessionid=none' })).toBe(401);
});

test('HEAD answers like GET', async () => {
  const kept = await getKept(ada, list);
  const head = await ada.browser.request({ method: 'HEAD', url: list, headers: REPORTED });
  expect(head).toMatchObject({ statusCode: 200, body: '', headers: { etag: kept.etag } });
});

test('while nothing is written each answer says why it was not kept, even if the database has not changed since', async () => {
  const reason = async () => (await ada.browser.get(list, REPORTED)).headers['vitrin-read-only'];
  const repeated = { since: '2026-11-24T07:00:00.000Z', move: 'a', moved_to: 'b', files_in: null };
  for (const [state, said] of [
    ['moving', 'move'],
    ['moved', 'moved'],
    ['open', undefined],
  ] as const) {
    await saveInstallation(setup.db, { ...repeated, state });
    // Computed before the server has received the change.
    for (let time = 0; time < 3; time += 1) await reason();
    await setup.app.readOnly.refresh();
    expect(await reason()).toBe(said);
  }
});

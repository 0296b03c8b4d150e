import { afterEach, expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import { makePasskey } from '../../../../test-kit/passkeys.ts';
import { writeEvents } from '../../features/events/service.ts';
import { ROWS } from '../access-matrix/access-matrix.ts';
import { createWorld, openUpload, pay, type World } from '../access-matrix/access-world.ts';
import { createFullFreelancer } from '../archives/full-freelancer.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { tracesOf } from '../traces.ts';
import { addAccountThings } from './account-things.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const AUTH = '/api/_allauth/browser/v1';
const PASSWORD = 'petrol-green-window';

/** Tables in which a bystander has rows that a stranger's call could change. */
const HELD = [
  'email_addresses',
  'events',
  'files',
  'known_devices',
  'milestones',
  'passkeys',
  'payments',
  'projects',
  'purchases',
  'recovery_codes',
  'feeds',
  'support_requests',
  'boards',
  'billing_details',
  'endpoints',
  'idempotency_keys',
  'second_factors',
  'sessions',
  'social_accounts',
  'subscriptions',
  'faces',
  'links',
  'pictures',
  'sections',
  'unwanted_notices',
  'visits',
  'uploads',
  'users',
  'versions',
];

const webFolder = temporaryFolder();
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { webFolder });
await createFullFreelancer(setup);
await createFullFreelancer(setup);
await addOneOfEverything(await createWorld(setup));
await addOneOfEverything(await createWorld(setup));
// Makes sums beyond the own files obviously wrong.
await setup.db.updateTable('files').set({ size_bytes: 1000 }).execute();
/** All rows of two other freelancers and their customers, by table. */
const held = await tracesOf(setup);
const lastHeld = Math.max(...(await setup.db.selectFrom('users').select('id').execute()).map(({ id }) => id));
// Each comparison is as quick as the first.
afterEach(async () => {
  await setup.db.deleteFrom('projects').where('owner_id', '>', lastHeld).execute();
  await setup.db.deleteFrom('users').where('owner_id', '>', lastHeld).execute();
  await setup.db.deleteFrom('users').where('id', '>', lastHeld).execute();
});
// Moves the clock, so that a write that changes only a time is noticed.
setup.advance(60);

/** Makes one of everything a user can have, for the owner and the customer. */
async function addOneOfEverything(world: World): Promise<void> {
  const { db } = setup;
  await pay(world);
  await openUpload(world);
  await world.owner.browser.get(`/api/projects/${world.project.id}/`);
  await world.customer.browser.get(`/api/projects/${world.project.id}/`);
  for (const { browser } of [world.owner, world.customer])
    await browser.post(`${AUTH}/account/password/change`, { new_password: PASSWORD });
  for (const { id } of [world.owner, world.customer]) await addAccountThings(setup, id);
  await writeEvents(setup.context);
  await db.deleteFrom('jobs').execute();
}

/** Rows of bystanders that are changed or gone, by table. */
async function missing(): Promise<[table: string, rows: string[]][]> {
  const now = await tracesOf(setup);
  return Object.entries(held).flatMap(([table, rows]): [string, string[]][] => {
    const left = new Set(now[table]);
    const gone = rows.filter((row) => !left.has(row));
    return gone.length > 0 ? [[table, gone]] : [];
  });
}

test('bystanders have a row in every table, or this would test nothing', () => {
  const empty = HELD.filter((table) => (held[table]?.length ?? 0) < 2);
  expect(empty).toEqual([]);
});

test.each(ROWS.filter(({ statuses: [, , , , owner] }) => owner < 400))(
  '$route $about leaves what others have as it was',
  async ({ route, call }) => {
    const world = await createWorld(setup);
    await addAccountThings(setup, world.owner.id);
    const [method = '', address = ''] = route.split(' ');
    const { id = '', ...request } = await call(world);
    await world.owner.browser.request({ ...request, method, url: address.replace(':id', String(id)) });
    expect(await missing()).toEqual([]);
  },
);

const ACCOUNT_CALLS: [string, (world: World) => Promise<number>][] = [
  ['a first password', ({ owner }) => changePassword(owner)],
  [
    'a login on a new device',
    async ({ owner }) => {
      await changePassword(owner);
      owner.browser.forget();
      return statusOf(
        owner.browser.post(`${AUTH}/auth/login`, { username: owner.username, password: PASSWORD }),
      );
    },
  ],
  [
    'another primary address',
    ({ owner }) =>
      statusOf(
        owner.browser.patch(`${AUTH}/account/email`, {
          email: `second-of-${owner.id}@example.com`,
          primary: true,
        }),
      ),
  ],
  [
    'removing an address',
    ({ owner }) =>
      statusOf(owner.browser.delete(`${AUTH}/account/email`, { email: `waiting-${owner.id}@example.com` })),
  ],
  [
    'disconnecting an identity',
    ({ owner }) =>
      statusOf(
        owner.browser.delete(`${AUTH}/account/providers`, { provider: 'google', account: `uid-${owner.id}` }),
      ),
  ],
  [
    'ending sessions',
    async ({ owner }) => {
      const sessions = (await owner.browser.get(`${AUTH}/auth/sessions`)).json<{ data: { id: number }[] }>();
      return statusOf(
        owner.browser.delete(`${AUTH}/auth/sessions`, { sessions: sessions.data.map(({ id }) => id) }),
      );
    },
  ],
  [
    'new recovery codes',
    ({ owner }) => statusOf(owner.browser.post(`${AUTH}/account/authenticators/recovery-codes`)),
  ],
  [
    'emails that are wanted again',
    ({ owner }) =>
      statusOf(owner.browser.patch('/api/notices/choices/', { notice: 'weekly_summary', wanted: true })),
  ],
  [
    'registering by an invitation',
    async (world) => {
      const { browser } = world.otherCustomer;
      const reset_token = await invitationOf(world);
      const password = { password: PASSWORD, password_confirm: PASSWORD };
      return statusOf(browser.post('/api/users/reset_password/', { reset_token, ...password }));
    },
  ],
  [
    'registering by an invitation with a passkey',
    async (world) => {
      const { browser } = world.otherCustomer;
      const [address, token] = ['/api/users/invitation_passkey/', await invitationOf(world)];
      const asked = (await browser.get(`${address}?token=${token}`)).json<{ creation_options: Creation }>();
      const { credential } = makePasskey('http://localhost:3000', asked.creation_options);
      return statusOf(browser.post(address, { token, credential }));
    },
  ],
];

test.each(ACCOUNT_CALLS)('%s does not affect data of others', async (_what, act) => {
  const world = await createWorld(setup);
  await addAccountThings(setup, world.owner.id);
  expect(await act(world)).toBeLessThan(402);
  expect(await missing()).toEqual([]);
});

type Creation = Parameters<typeof makePasskey>[1];

async function invitationOf({ owner, otherCustomer }: World): Promise<string> {
  const list = await owner.browser.get('/api/users/');
  const { results } = list.json<{ results: { id: number; reset_token: string }[] }>();
  return results.find(({ id }) => id === otherCustomer.id)?.reset_token ?? '';
}

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;

const changePassword = ({ browser }: World['owner']) =>
  statusOf(browser.post(`${AUTH}/account/password/change`, { new_password: PASSWORD }));

test('no user ends a session of another', async () => {
  const [ada, eve] = [await createWorld(setup), await createWorld(setup)];
  const sessions = (await ada.owner.browser.get(`${AUTH}/auth/sessions`)).json<{ data: { id: number }[] }>();
  const ids = sessions.data.map(({ id }) => id);
  expect((await eve.owner.browser.delete(`${AUTH}/auth/sessions`, { sessions: ids })).statusCode).toBe(400);
  expect((await ada.owner.browser.get(`${AUTH}/auth/session`)).statusCode).toBe(200);
});

test('analytics count only own data', async () => {
  const world = await createWorld(setup);
  type Analytics = { storage: { used_bytes: number; by_project: { id: number }[] } };
  const { storage } = (await world.owner.browser.get('/api/analytics/')).json<Analytics>();
  expect(storage.used_bytes).toBe(1);
  expect(storage.by_project.map(({ id }) => id)).toEqual([world.project.id]);
});

test('payments that are listed and counted are only the own ones', async () => {
  const world = await createWorld(setup);
  await pay(world);
  const { count, results } = (await world.owner.browser.get('/api/payments/')).json<Page<object>>();
  expect([count, results.length]).toEqual([1, 1]);
});

test('the first verified address of a user becomes the main one, regardless of other accounts', async () => {
  const { customer } = await createWorld(setup);
  const { browser } = customer;
  const email = `first-of-${customer.id}@example.com`;
  await browser.post(`${AUTH}/account/email`, { email });
  await setup.runJobs();
  const mail = setup.mails.findLast(({ to }) => JSON.stringify(to).includes(email));
  const key = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('key');
  expect((await browser.post(`${AUTH}/auth/email/verify`, { key })).statusCode).toBe(200);
  const addresses = (await browser.get(`${AUTH}/account/email`)).json<{ data: object[] }>();
  expect(addresses.data).toEqual([{ email, verified: true, primary: true }]);
  expect((await missing()).filter(([table]) => table === 'social_accounts')).toEqual([]);
});

test('unregistered customers of others do not reduce the own limit', async () => {
  const world = await createWorld(setup);
  const { id: _id, ...row } = await setup.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', world.otherCustomer.id)
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 200 }, (_, index) => ({
    ...row,
    username_key: `waiting-${index}`,
    folded_key: `waiting-${index}`,
  }));
  await setup.db.insertInto('users').values(others).execute();
  const stranger = await createWorld(setup);
  const own = await world.owner.browser.post('/api/users/', { username: 'one-too-many' });
  expect(own.statusCode).toBe(403);
  const theirs = await stranger.owner.browser.post('/api/users/', { username: 'one-of-few' });
  expect(theirs.statusCode).toBe(201);
});

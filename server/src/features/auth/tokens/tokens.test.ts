import type { NewToken, Token } from '@vitrin/shared/contract/account/tokens.ts';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { askWith, makeToken } from '../../../testing/api-tokens.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { newToken } from './token-text.ts';

const setup = await sharedTestApp();
const DAY = 24 * 3600;

type Plan = 'free' | 'pro' | 'enterprise';

async function freelancerOn(plan: Plan): Promise<Person> {
  const freelancer = await setup.createFreelancer();
  await setup.putOnPlan(freelancer, plan, 400);
  return freelancer;
}

/** Asks with nothing but a token. */
const ask = (token: string, options: InjectOptions) => askWith(setup.app, token, options);

const listed = async (person: Person) =>
  (await person.browser.get('/api/tokens/')).json<{ results: Token[] }>().results;

test('a token is shown once, has a checksum, and is listed without its text', async () => {
  const ada = await freelancerOn('pro');
  const made = await makeToken(ada, 'read');
  expect(made.token).toMatch(/^vtr_[0-9A-Za-z]{36}$/);
  const [row] = await listed(ada);
  expect(row).toEqual({
    id: made.id,
    name: 'a script',
    scope: 'read',
    project: null,
    created_at: setup.context.now().toISOString(),
    expires_at: new Date(setup.context.now().getTime() + 90 * DAY * 1000).toISOString(),
    last_used_at: null,
    acts: true,
  });
  const stored = await setup.db.selectFrom('tokens').selectAll().where('id', '=', made.id).execute();
  expect(JSON.stringify(stored)).not.toContain(made.token.slice(4));
});

test('a token reads without cookie and CSRF, and a write needs its scope', async () => {
  const ada = await freelancerOn('enterprise');
  const project = await setup.createProject({ owner: ada });
  const read = await makeToken(ada, 'read');
  expect((await ask(read.token, { url: '/api/projects/' })).json()).toMatchObject({ count: 1 });
  const write = {
    method: 'POST',
    url: '/api/milestones/',
    payload: { project: project.id, name: 'x' },
  } as const;
  expect((await ask(read.token, write)).json()).toEqual({
    detail: 'This token is not allowed to do this.',
    code: 'token_scope',
    scopes: ['manage'],
  });
  const manage = await makeToken(ada, 'manage');
  expect((await ask(manage.token, write)).statusCode).toBe(201);
});

test('an invalid token is refused even with a valid session, with a challenge', async () => {
  const ada = await freelancerOn('pro');
  const made = await makeToken(ada, 'read');
  expect((await ada.browser.delete(`/api/tokens/${made.id}/`)).statusCode).toBe(204);
  for (const dead of [made.token, newToken(), `${made.token.slice(0, -1)}_`, 'x', '']) {
    const answer = await ada.browser.request({
      method: 'GET',
      url: '/api/projects/',
      headers: { authorization: `Bearer ${dead}` },
    });
    expect(answer.statusCode, dead).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="Vitrin", error="invalid_token"');
  }
  expect((await ada.browser.get('/api/projects/')).statusCode).toBe(200);
});

test('beside a token the session of another person is ignored', async () => {
  const [ada, eve] = [await freelancerOn('pro'), await setup.createFreelancer()];
  await setup.createProject({ owner: ada });
  const { token } = await makeToken(ada, 'read');
  const headers = { authorization: `bearer ${token}` };
  const list = await eve.browser.request({ method: 'GET', url: '/api/projects/', headers });
  expect(list.json()).toMatchObject({ count: 1 });
  const account = await eve.browser.request({ method: 'GET', url: '/api/tokens/', headers });
  expect(account.json()).toMatchObject({ code: 'token_scope', scopes: [] });
});

test('tokens expire', async () => {
  const ada = await freelancerOn('pro');
  const { token } = await makeToken(ada, 'read', { days: 1 });
  setup.advance(DAY - 1);
  expect((await ask(token, { url: '/api/projects/' })).statusCode).toBe(200);
  setup.advance(1);
  expect((await ask(token, { url: '/api/projects/' })).statusCode).toBe(401);
});

test.each([
  { input: { days: 366 }, field: 'days' },
  { input: { days: 0 }, field: 'days' },
  { input: { scope: 'all' }, field: 'scope' },
  { input: { name: ' ' }, field: 'name' },
  { input: { project: 2_000_000_000 }, field: 'project' },
])('$input makes no token', async ({ input, field }) => {
  const ada = await freelancerOn('pro');
  const answer = await ada.browser.post('/api/tokens/', { name: 'x', scope: 'read', ...input });
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
});

test('a plan allows its count of tokens and its scopes', async () => {
  const starter = await freelancerOn('free');
  expect((await starter.browser.post('/api/tokens/', { name: 'x', scope: 'read' })).json()).toMatchObject({
    code: 'plan_lacks',
    capability: 'tokens',
    plans: [{ name: 'Professional' }, { name: 'Enterprise' }],
  });
  const pro = await freelancerOn('pro');
  expect((await pro.browser.post('/api/tokens/', { name: 'x', scope: 'manage' })).json()).toMatchObject({
    code: 'plan_lacks',
    capability: 'token_scopes',
    plans: [{ name: 'Enterprise' }],
  });
  for (let count = 0; count < 5; count += 1) await makeToken(pro, 'read');
  expect((await pro.browser.post('/api/tokens/', { name: 'x', scope: 'read' })).json()).toMatchObject({
    code: 'plan_lacks',
    capability: 'tokens',
  });
});

test('the tokens of another freelancer take no place in the plan', async () => {
  const [eve, ada] = [await freelancerOn('pro'), await freelancerOn('pro')];
  for (let count = 0; count < 5; count += 1) await makeToken(eve, 'read');
  const { token } = await makeToken(ada, 'read');
  expect((await ask(token, { url: '/api/projects/' })).statusCode).toBe(200);
});

test('a token is made for an own project, and for none of another freelancer', async () => {
  const [ada, eve] = [await freelancerOn('pro'), await freelancerOn('pro')];
  const [own, foreign] = [
    await setup.createProject({ owner: ada }),
    await setup.createProject({ owner: eve }),
  ];
  expect((await makeToken(ada, 'read', { project: own.id })).project).toMatchObject({ id: own.id });
  const refused = await ada.browser.post('/api/tokens/', { name: 'x', scope: 'read', project: foreign.id });
  expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['project']]);
  expect(await listed(ada)).toHaveLength(1);
});

test('a downgrade stops tokens and keeps them, and an upgrade makes them work again', async () => {
  const ada = await freelancerOn('enterprise');
  const manage = await makeToken(ada, 'manage');
  const others: { token: string }[] = [];
  for (let count = 0; count < 5; count += 1) others.push(await makeToken(ada, 'read'));
  const statuses = () =>
    Promise.all(
      [manage, ...others].map(async ({ token }) => (await ask(token, { url: '/api/projects/' })).statusCode),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
  await setup.putOnPlan(ada, 'pro');
  expect(await statuses()).toEqual([403, 200, 200, 200, 200, 403]);
  expect((await listed(ada)).map(({ acts }) => acts)).toEqual([false, true, true, true, true, false]);
  expect((await ask(manage.token, { url: '/api/projects/' })).json()).toMatchObject({ code: 'plan_lacks' });
  await setup.putOnPlan(ada, 'enterprise');
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
});

test('making a token needs a proof, sends a mail, and is a security event; recovering the account ends all tokens', async () => {
  const { browser, email, username } = await setup.registerAccount('token-maker');
  const { id } = await setup.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  await setup.putOnPlan({ id }, 'pro', 400);
  setup.advance(601);
  const input = { name: 'nightly build', scope: 'deliver' };
  expect((await browser.post('/api/tokens/', input)).json()).toMatchObject({ code: 'reauthenticate' });
  await browser.post('/api/_allauth/browser/v1/auth/reauthenticate', { password: 'petrol-green-window' });
  const { token } = (await browser.post('/api/tokens/', input)).json<NewToken>();
  expect((await browser.get('/api/security_events/')).json()).toMatchObject({
    results: expect.arrayContaining([
      expect.objectContaining({ kind: 'token_made', detail: 'nightly build' }),
    ]),
  });
  const link = await setup.mailedLink(email, '/take-back');
  expect((await ask(token, { url: '/api/projects/' })).statusCode).toBe(200);
  await setup.createBrowser().post('/api/users/take_back/', { key: link.searchParams.get('key') });
  expect((await ask(token, { url: '/api/projects/' })).statusCode).toBe(401);
});

test('the last use is written at most once a minute', async () => {
  const ada = await freelancerOn('pro');
  const { token } = await makeToken(ada, 'read');
  const lastUse = async () => (await listed(ada))[0]?.last_used_at;
  await ask(token, { url: '/api/projects/' });
  const first = await lastUse();
  expect(first).toBe(setup.context.now().toISOString());
  setup.advance(59);
  await ask(token, { url: '/api/projects/' });
  expect(await lastUse()).toBe(first);
  setup.advance(1);
  await ask(token, { url: '/api/projects/' });
  expect(await lastUse()).toBe(setup.context.now().toISOString());
});

test('customers have no tokens, and no user ends those of others', async () => {
  const ada = await freelancerOn('pro');
  const client = await setup.createCustomer({ owner: ada });
  const refused = await client.browser.post('/api/tokens/', { name: 'x', scope: 'read' });
  expect([refused.statusCode, refused.json()]).toEqual([403, { detail: expect.any(String) }]);
  const made = await makeToken(ada, 'read');
  const eve = await freelancerOn('pro');
  expect((await eve.browser.delete(`/api/tokens/${made.id}/`)).statusCode).toBe(404);
});

test('a token of one project sees only that project: in lists, counts, searches and by every id', async () => {
  const ada = await freelancerOn('enterprise');
  const one = await setup.createProject({ owner: ada, name: 'One' });
  const two = await setup.createProject({ owner: ada, name: 'Two' });
  const versions = [
    await setup.createVersion({ project: one }),
    await setup.createVersion({ project: two }),
  ] as const;
  const milestones = [
    await setup.createMilestone({ project: one }),
    await setup.createMilestone({ project: two }),
  ] as const;
  await setup.createFile({ version: versions[0] });
  const file = await setup.createFile({ version: versions[1] });
  const { token } = await makeToken(ada, 'manage', { project: one.id });
  const get = async (url: string) =>
    (await ask(token, { url })).json<{ count: number; total_projects: number }>();
  for (const url of [
    '/api/projects/',
    '/api/projects/?search=',
    '/api/milestones/',
    '/api/versions/',
    '/api/files/',
  ])
    expect(await get(url), url).toMatchObject({ count: 1 });
  expect(await get('/api/projects/?search=two')).toMatchObject({ count: 0 });
  expect(await get('/api/projects/get_projects_summary/')).toMatchObject({ total_projects: 1 });
  // The same statements without a bound, and with it again.
  expect((await ada.browser.get('/api/projects/')).json()).toMatchObject({ count: 2 });
  expect(await get('/api/projects/')).toMatchObject({ count: 1 });
  const foreign: InjectOptions[] = [
    { url: `/api/projects/${two.id}/` },
    { url: `/api/milestones/?project=${two.id}` },
    { url: `/api/versions/${versions[1].id}/zip/` },
    { url: `/api/files/${file.id}/content/` },
    { url: `/api/projects/${two.id}/activity/` },
    { url: `/api/projects/${two.id}/receipt/` },
    { method: 'PATCH', url: `/api/milestones/${milestones[1].id}/`, payload: { name: 'x' } },
    { method: 'PATCH', url: `/api/versions/${versions[1].id}/`, payload: { version_number: '9' } },
    { method: 'PATCH', url: `/api/files/${file.id}/`, payload: { name: 'x' } },
    { method: 'POST', url: '/api/versions/', payload: { project: two.id, version_number: '2' } },
  ];
  for (const options of foreign)
    expect((await ask(token, options)).statusCode, JSON.stringify(options)).toBe(404);
  expect((await ask(token, { url: '/api/users/' })).json()).toMatchObject({ code: 'token_scope' });
  expect(
    (await ask(token, { method: 'POST', url: '/api/projects/', payload: { name: 'x' } })).statusCode,
  ).toBe(403);
  expect((await ask(token, { url: `/api/projects/${one.id}/` })).statusCode).toBe(200);
});

test('an upload to another project is not found by a token of one project', async () => {
  const ada = await freelancerOn('pro');
  const [one, two] = [await setup.createProject({ owner: ada }), await setup.createProject({ owner: ada })];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const creation = (version: number) => ({
    'tus-resumable': '1.0.0',
    'upload-length': '3',
    'upload-metadata': `filename ${base64('a.bin')},version ${base64(String(version))}`,
  });
  const [mine, other] = [
    await setup.createVersion({ project: one }),
    await setup.createVersion({ project: two }),
  ];
  const all = await makeToken(ada, 'deliver');
  const bound = await makeToken(ada, 'deliver', { project: one.id });
  const create = (token: string, version: number) =>
    ask(token, { method: 'POST', url: '/api/uploads/', headers: creation(version) });
  const elsewhere = await create(all.token, other.id);
  expect(elsewhere.statusCode).toBe(201);
  expect((await create(bound.token, other.id)).statusCode).toBe(404);
  expect((await create(bound.token, mine.id)).statusCode).toBe(201);
  const url = elsewhere.headers.location ?? '';
  const headers = { 'tus-resumable': '1.0.0' };
  expect((await ask(bound.token, { method: 'HEAD', url, headers })).statusCode).toBe(404);
  expect((await ask(all.token, { method: 'HEAD', url, headers })).statusCode).toBe(200);
});

test('no token imports an archive', async () => {
  const ada = await freelancerOn('enterprise');
  const { token } = await makeToken(ada, 'manage');
  const name = Buffer.from('a.zip').toString('base64');
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': '3',
    'upload-metadata': `filename ${name},archive`,
  };
  expect((await ask(token, { method: 'POST', url: '/api/uploads/', headers })).json()).toMatchObject({
    code: 'token_scope',
    scopes: [],
  });
});

test('a creation under a key happens once, by JSON and by tus; another request with the key is refused', async () => {
  const ada = await freelancerOn('enterprise');
  const project = await setup.createProject({ owner: ada });
  const version = await setup.createVersion({ project });
  const { token } = await makeToken(ada, 'manage');
  const headers = { 'idempotency-key': 'build-17' };
  const create = (name: string) =>
    ask(token, { method: 'POST', url: '/api/milestones/', headers, payload: { project: project.id, name } });
  const [first, again] = [await create('Design'), await create('Design')];
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect((await create('Other')).statusCode).toBe(409);
  expect((await ask(token, { url: '/api/milestones/' })).json()).toMatchObject({ count: 1 });
  setup.advance(DAY);
  expect((await create('Other')).statusCode).toBe(201);

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const upload = () =>
    ask(token, {
      method: 'POST',
      url: '/api/uploads/',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '3',
        'upload-metadata': `filename ${base64('a.bin')},version ${base64(String(version.id))}`,
        'idempotency-key': 'upload-17',
      },
    });
  const [begun, repeated] = [await upload(), await upload()];
  expect(repeated.statusCode).toBe(201);
  expect(repeated.headers.location).toBe(begun.headers.location);
  const { count } = await setup.db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test('a refused creation may be retried under its key', async () => {
  const ada = await freelancerOn('enterprise');
  const project = await setup.createProject({ owner: ada });
  const { token } = await makeToken(ada, 'manage');
  const create = (name: string) =>
    ask(token, {
      method: 'POST',
      url: '/api/milestones/',
      headers: { 'idempotency-key': 'tried' },
      payload: { project: project.id, name },
    });
  const foreign = await setup.createProject();
  const refused = await ask(token, {
    method: 'POST',
    url: '/api/milestones/',
    headers: { 'idempotency-key': 'tried' },
    payload: { project: foreign.id, name: 'x' },
  });
  expect(refused.statusCode).toBe(404);
  expect((await create('x')).statusCode).toBe(201);
});

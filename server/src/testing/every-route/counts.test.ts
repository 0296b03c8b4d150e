import { expect, test, vi } from 'vitest';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { createSession } from '../../features/auth/access.ts';
import { grantPlan } from '../../features/checkout/service.ts';
import { recountProject } from '../../features/projects/sums.ts';
import { createUser } from '../../features/users/service.ts';
import { inTransaction } from '../../database/transaction.ts';
import { postForm } from '../forms.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { createTusUser } from '../tus.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const owner = await setup.createFreelancer();

const AT = '2026-11-20T10:00:00.000Z';
const ROWS_AT_ONCE = 1000;

/** Inserts `count` rows, as many at once as a statement allows. */
async function fill<Row>(
  count: number,
  row: (index: number) => Row,
  insert: (rows: Row[]) => Promise<unknown>,
) {
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - start);
    await insert(Array.from({ length }, (_, index) => row(start + index)));
  }
}

/** Creates three at once when one is allowed: one succeeds, the others are refused in their language. */
async function raceForTheLast(create: (language: string) => Promise<{ statusCode: number; body: string }>) {
  const answers = await Promise.all(['en', 'tr', 'en'].map(create));
  const refusals = answers.filter(({ statusCode }) => statusCode === 400).map(({ body }) => body);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    expect.toBeOneOf([200, 201]),
    400,
    400,
  ]);
  return refusals;
}

const inLanguage = (language: string) => ({ 'accept-language': language });

test('a project holds 500 milestones', async () => {
  const project = await setup.createProject({ owner });
  const milestone = (index: number) => ({
    project_id: project.id,
    name: 'm',
    description: '',
    completed: false,
    position: index + 1,
    created_at: AT,
    edited_at: AT,
  });
  await fill(MAX_COUNTS.milestones - 1, milestone, (rows) =>
    setup.db.insertInto('milestones').values(rows).execute(),
  );
  await recountProject(setup.db, project.id, AT);
  const input = { name: 'last', description: '', project: project.id };
  const refusals = await raceForTheLast((language) =>
    owner.browser.post('/api/milestones/', input, inLanguage(language)),
  );
  expect(refusals.join()).toContain('500 milestones');
  const turkish = await owner.browser.post('/api/milestones/', input, inLanguage('tr'));
  expect(turkish.json()).toEqual({
    detail: 'Bu projede 500 aşama var; bir projede daha fazlası olamaz.',
  });
});

test('a project holds 500 versions', async () => {
  const project = await setup.createProject({ owner });
  const version = () => ({
    project_id: project.id,
    version_number: '1',
    description: '',
    created_at: AT,
    edited_at: AT,
  });
  await fill(MAX_COUNTS.versions - 1, version, (rows) =>
    setup.db.insertInto('versions').values(rows).execute(),
  );
  const input = { version_number: 'last', description: '', project: project.id };
  const refusals = await raceForTheLast((language) =>
    owner.browser.post('/api/versions/', input, inLanguage(language)),
  );
  expect(refusals.join()).toContain('500 versions');
  const { id } = await setup.createProject({ owner });
  const elsewhere = await owner.browser.post('/api/versions/', { version_number: 'first', project: id });
  expect(elsewhere.statusCode).toBe(201);
});

test('a project holds 10,000 files, however they are uploaded', async () => {
  const project = await setup.createProject({ owner });
  const versions = [await setup.createVersion({ project }), await setup.createVersion({ project })];
  const [first, second] = versions.map(({ id }) => id);
  if (first === undefined || second === undefined) throw new Error('not created');
  const file = (index: number) => ({
    version_id: index % 2 ? first : second,
    owner_id: owner.id,
    name: 'f',
    storage_key: `counted-${index}`,
    size_bytes: 1,
    media_type: 'text/plain',
    created_at: AT,
  });
  await fill(MAX_COUNTS.files - 1, file, (rows) => setup.db.insertInto('files').values(rows).execute());

  // This upload began while there was room and ends when there is none: nothing of it may stay.
  const tus = createTusUser(setup, owner, first);
  const url = await tus.begin(4);
  const refusals = await raceForTheLast((language) =>
    owner.browser.request({
      method: 'POST',
      url: '/api/files/',
      ...formOf(first, language),
    }),
  );
  expect(refusals.join()).toContain('10000 files');
  // When the version comes first, its file is refused before a byte is stored.
  const writing = vi.spyOn(setup.context.storage, 'write');
  const early = await postForm(owner.browser, ['version', `${first}`], ['file', Buffer.from('a'), 'a']);
  expect(early.statusCode).toBe(400);
  expect(writing).not.toHaveBeenCalled();
  writing.mockRestore();
  expect((await tus.create(4)).statusCode).toBe(400);
  expect((await tus.patch(url, 0, Buffer.from('late'))).statusCode).toBe(400);
  expect(await tus.reserved()).toBe(0);
  const keys = (await Array.fromAsync(setup.context.storage.list())).map(({ key }) => key);
  expect(keys).toHaveLength(1);

  const other = await setup.createVersion({ project: await setup.createProject({ owner }) });
  const elsewhere = await postForm(
    owner.browser,
    ['version', `${other.id}`],
    ['file', Buffer.from('a'), 'a'],
  );
  expect(elsewhere.statusCode).toBe(201);
  const { id } = await setup.db
    .selectFrom('files')
    .select('id')
    .where('version_id', '=', first)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await owner.browser.delete(`/api/files/${id}/`)).statusCode).toBe(204);
  const again = await postForm(owner.browser, ['version', `${first}`], ['file', Buffer.from('a'), 'a']);
  expect(again.statusCode).toBe(201);
});

function formOf(version: number, language: string) {
  const boundary = 'counted';
  const part = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  return {
    headers: { ...inLanguage(language), 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${part('name="version"', String(version))}${part('name="file"; filename="a"', 'bytes')}--${boundary}--\r\n`,
  };
}

test('a freelancer holds 10,000 projects, whatever the plan says', async () => {
  const rich = await setup.createFreelancer();
  await grantPlan(setup.context, rich.id, 'enterprise', '2027-11-20T10:00:00.000Z');
  const project = (index: number) => ({
    owner_id: rich.id,
    name: `p${index}`,
    name_key: `p${index}`,
    description: '',
    list_description: '',
    created_at: AT,
    last_updated: AT,
    edited_at: AT,
  });
  await fill(MAX_COUNTS.projects - 1, project, (rows) =>
    setup.db.insertInto('projects').values(rows).execute(),
  );
  const refusals = await raceForTheLast((language) =>
    rich.browser.post('/api/projects/', { name: 'last', description: '' }, inLanguage(language)),
  );
  expect(refusals.join()).toContain('10000 projects');
});

test('a freelancer holds 2,000 customers', async () => {
  const busy = await setup.createFreelancer();
  const customer = (index: number) => ({
    username: `counted${index}`,
    username_key: `counted${index}`,
    name_key: `counted${index}`,
    user_type: 'customer' as const,
    password_hash: 'registered',
    password_changed_at: null,
    language: 'en' as const,
    owner_id: busy.id,
    last_login_at: null,
    last_seen: null,
    created_at: AT,
  });
  await fill(MAX_COUNTS.customers - 1, customer, (rows) =>
    setup.db.insertInto('users').values(rows).execute(),
  );
  let serial = 0;
  const refusals = await raceForTheLast((language) =>
    busy.browser.post('/api/users/', { username: `last${(serial += 1)}` }, inLanguage(language)),
  );
  expect(refusals.join()).toContain('2000 clients');
});

test('the hundred-and-first session ends the oldest one', async () => {
  const { context } = setup;
  const often = await inTransaction(context, (tx) =>
    createUser(tx, {
      username: 'often',
      user_type: 'freelancer',
      password_hash: null,
      language: 'en',
      owner_id: null,
    }),
  );
  const cookies: string[] = [];
  for (let count = 0; count < MAX_COUNTS.sessions; count += 1)
    cookies.push(await createSession(context, often, { ip: '127.0.0.1', userAgent: 'test' }));
  const isAlive = async (cookie = '') =>
    (await setup.createBrowser(cookie).get('/api/projects/')).statusCode === 200;
  expect(await isAlive(cookies[0])).toBe(true);
  const last = await createSession(context, often, { ip: '127.0.0.1', userAgent: 'test' });
  expect(await Promise.all([cookies[0], cookies[1], last].map(isAlive))).toEqual([false, true, true]);
});

test('an account has 20 open checkouts; paid, failed and old ones do not count', async () => {
  const buyer = await setup.createFreelancer();
  const begin = (language: string) =>
    buyer.browser.post('/api/checkout/checkout/', { subscription_plan: 2 }, inLanguage(language));
  const tokens: string[] = [];
  for (let count = 0; count < MAX_COUNTS.openCheckouts - 1; count += 1) {
    const answer = await begin('en');
    expect(answer.statusCode).toBe(200);
    tokens.push(answer.json<{ token: string }>().token);
  }
  const refusals = await raceForTheLast(begin);
  expect(refusals.join()).toContain('started 20 payments');
  const other = await setup.createFreelancer();
  const theirs = await other.browser.post('/api/checkout/checkout/', { subscription_plan: 2 });
  expect(theirs.statusCode).toBe(200);
  const failure = { token: tokens[0], outcome: 'failure' };
  expect((await buyer.browser.post('/api/checkout/sandbox/', failure)).statusCode).toBe(200);
  expect((await begin('en')).statusCode).toBe(200);
  expect((await begin('en')).statusCode).toBe(400);
  setup.advance(24 * 3600);
  expect((await begin('en')).statusCode).toBe(200);
});

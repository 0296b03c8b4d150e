import { brotliDecompressSync } from 'node:zlib';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { CustomerPage } from '@vitrin/shared/contract/customers.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { DUE_PROJECTS, type ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect, test } from 'vitest';
import { timestampOf } from '../../context.ts';
import { writeEvents } from '../../features/events/service.ts';
import { ASKERS, createWorld } from '../../testing/access-matrix/access-world.ts';
import { PAGE_ROWS } from '../../testing/access-matrix/page-rows.ts';
import type { Browser } from '../../testing/browser.ts';
import { writeWebBuild } from '../../testing/pages/web-build.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const SHELL = '<p>page</p>';
const RENDERED = '<p>rendered</p>';

const folder = temporaryFolder();
writeWebBuild(folder, { page: `<head></head>${SHELL}`, landing: { en: '', tr: '' } });
const setup = await sharedTestApp(
  { RATE_LIMITS: 'off', LOG_LEVEL: 'info' },
  { webFolder: folder, screenMilliseconds: 60_000 },
);
const world = await createWorld(setup);

const answerOf = async <Answer>(browser: Browser, url: string) => (await browser.get(url)).json<Answer>();

/** Data that a page was rendered from; null where the application came without content. */
async function dataOf(browser: Browser, url: string, headers = {}): Promise<ScreenData | null> {
  const { statusCode, headers: answered, body } = await browser.get(url, headers);
  expect(statusCode).toBe(200);
  expect(answered).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': /"link":(?!null)/.test(body) ? 'no-store' : 'private, no-cache',
    vary: 'Accept-Language, Cookie, Accept-Encoding',
  });
  expect(answered).not.toHaveProperty('etag');
  if (body.includes(SHELL)) return null;
  expect(body.startsWith(RENDERED)).toBe(true);
  return JSON.parse(body.slice(RENDERED.length)) as ScreenData;
}

test.each(ASKERS)("a project's page shows %s what the API shows, or nothing", async (asker) => {
  const browser = world.browsers[asker];
  const { id } = world.project;
  const data = await dataOf(browser, `/projects/${id}`);
  const answer = await browser.get(`/api/projects/${id}/?files=none`);
  if (answer.statusCode !== 200) {
    expect(data).toBeNull();
    return;
  }
  const { user, project, files, ...rest } = data ?? {};
  expect(project).toEqual(answer.json());
  expect(user).toEqual(await answerOf(browser, `/api/users/${user?.id}/`));
  const listed = await answerOf<Page<ProjectFile>>(browser, `/api/files/?version=${world.version.id}`);
  expect(files).toEqual({ version: world.version.id, files: listed.results });
  expect(Object.keys(rest).toSorted()).toEqual(['renderedAt', 'timeZone']);
});

test("a project in the client's view contains the API's answer for it, and counts no look", async () => {
  const { owner, project, version, customer } = world;
  const { browser } = owner;
  const asClient = { 'x-view-as': 'client' };
  const data = await dataOf(browser, `/projects/${project.id}?view=client`);
  const viewer = (await browser.get(`/api/users/${owner.id}/`, asClient)).json<User>();
  expect(data?.user).toEqual({ ...viewer, display_name: customer.username });
  expect(data?.user?.view).toBe('client');
  const seen = await answerOf<Project>(customer.browser, `/api/projects/${project.id}/?files=none`);
  expect(data?.project).toEqual(seen);
  const listed = await answerOf<Page<ProjectFile>>(customer.browser, `/api/files/?version=${version.id}`);
  expect(data?.files).toEqual({ version: version.id, files: listed.results });
  const { browser: other } = world.otherFreelancer;
  expect(await dataOf(other, `/projects/${project.id}?view=client`)).toBeNull();
});

test('the view is for freelancers: a customer is redirected to the own page, a guest gets the application', async () => {
  const { customer, project } = world;
  const answer = await customer.browser.get(`/projects/${project.id}?view=client&file=3`);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `/projects/${project.id}?file=3`]);
  expect(await dataOf(world.browsers.guest, `/projects/${project.id}?view=client`)).toBeNull();
});

test.each(PAGE_ROWS)('$page shows its content to the users that the matrix names', async (row) => {
  const url = await row.address(world);
  const shown: boolean[] = [];
  for (const asker of ASKERS) shown.push((await dataOf(world.browsers[asker], url)) !== null);
  expect(shown).toEqual(row.isShown);
});

test.each(ASKERS)('lists and dashboard show %s what the API shows, or nothing', async (asker) => {
  const browser = world.browsers[asker];
  const [list, dashboard] = [await dataOf(browser, '/projects'), await dataOf(browser, '/dashboard')];
  if (asker === 'guest') {
    expect([list, dashboard]).toEqual([null, null]);
    return;
  }
  expect(list?.projects).toEqual(await answerOf(browser, '/api/projects/'));
  expect(dashboard?.recent).toEqual(await answerOf(browser, '/api/projects/?limit=10'));
  const summary = await answerOf(browser, '/api/projects/get_projects_summary/');
  const due = await answerOf(browser, `/api/projects/?ordering=next_due_on&limit=${DUE_PROJECTS}`);
  const unopened = await answerOf(browser, '/api/analytics/unopened/');
  // The numbers are for those who do the work.
  const expected = dashboard?.user?.isFreelancer ? { summary, due, unopened } : {};
  expect(dashboard).toMatchObject(expected);
  for (const part of ['summary', 'due', 'unopened'])
    expect(part in (dashboard ?? {}), part).toBe(part in expected);
});

test('a dashboard shows freelancers the latest looks, and rendering a page is no look', async () => {
  const owner = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner });
  const { id } = await setup.createProject({ owner, customer });
  const lately = async () => {
    await writeEvents(setup.context);
    return (await dataOf(owner.browser, '/dashboard'))?.lately;
  };
  expect(await dataOf(customer.browser, `/projects/${id}`)).toHaveProperty('project');
  expect(await lately()).toEqual([]);
  await customer.browser.post('/api/seen/', { kind: 'project_opened', id });
  expect(await lately()).toMatchObject([{ kind: 'project_opened', project: { id } }]);
  expect(await dataOf(customer.browser, '/dashboard')).not.toHaveProperty('lately');
});

test("a new freelancer's dashboard shows which first steps are done", async () => {
  const owner = await setup.createFreelancer();
  const { browser } = owner;
  const shown = async () => {
    const { customers, project, hasCopiedLink } = (await dataOf(browser, '/dashboard')) ?? {};
    return { customers, project, hasCopiedLink };
  };
  expect(await shown()).toEqual({ customers: [], hasCopiedLink: false });
  await setup.createCustomer({ owner });
  const project = await setup.createProject({ owner });
  browser.cookies.set('link-copied', String(owner.id));
  expect(await shown()).toEqual({
    customers: (await answerOf<Page<unknown>>(browser, '/api/users/')).results,
    project: await answerOf(browser, `/api/projects/${project.id}/?files=none`),
    hasCopiedLink: true,
  });
  browser.cookies.set('first-steps-dismissed', String(owner.id));
  expect(await shown()).toEqual({});
  browser.cookies.set('first-steps-dismissed', '999999');
  expect(await shown()).toHaveProperty('customers');
  await setup.createProject({ owner });
  expect(await shown()).toEqual({});
});

test('a registration link shows a guest the account it is for, and is never cached', async () => {
  const { url, token } = await invitation();
  const guest = setup.createBrowser();
  const data = await dataOf(guest, url);
  expect(data?.link).toEqual(await answerOf(guest, `/api/users/verify_token/?token=${token}`));
  expect(Object.keys(data ?? {}).toSorted()).toEqual(['link', 'renderedAt', 'timeZone', 'user']);
  expect(data?.user).toBeNull();
  expect(await dataOf(world.owner.browser, url)).toBeNull();
});

test.each([
  ['that is dead', (url: string) => url.replace('token=i', 'token=r')],
  ['without a token', () => '/customer-register'],
  ['with more in it', (url: string) => `${url}&name=<script>`],
  ['with 15 kB in it', (url: string) => url + 'x'.repeat(15_000)],
  ['of a password', (url: string) => url.replace('customer-register', 'password-reset')],
])('a registration link %s comes as the application', async (_what, change) => {
  const { url } = await invitation();
  expect(await dataOf(setup.createBrowser(), change(url))).toBeNull();
});

test('the token of a registration link is not logged, also where its page fails', async () => {
  const { url, token } = await invitation('broken');
  setup.logs.length = 0;
  expect(await dataOf(setup.createBrowser(), url)).toBeNull();
  expect(setup.logs.map(({ msg }) => msg)).toContain('A screen is sent without its content');
  expect(JSON.stringify(setup.logs)).not.toContain(token.slice(-20));
});

async function invitation(username?: string): Promise<{ url: string; token: string }> {
  const { id } = await setup.createCustomer({ owner: world.owner, ...(username && { username }) });
  const { results } = await answerOf<CustomerPage>(world.owner.browser, '/api/users/');
  const token = results.find((customer) => customer.id === id)?.reset_token ?? '';
  return { token, url: `/customer-register?token=${token}` };
}

test('a page is sent compressed to a client that accepts it', async () => {
  const url = `/projects/${world.project.id}`;
  const { headers, rawPayload } = await world.owner.browser.get(url, { 'accept-encoding': 'gzip, br' });
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(rawPayload.length) });
  expect(brotliDecompressSync(rawPayload).toString()).toContain(RENDERED);
  expect(headers['link']).toBe('</a.png>; rel=preload; as="image"');
});

test.each([['/projects?status=completed'], ['/account'], ['/projects/999999']])(
  '%s comes as the application',
  async (url) => {
    expect(await dataOf(world.owner.browser, url)).toBeNull();
  },
);

test("a page contains the time, and the reader's time zone", async () => {
  const url = `/projects/${world.project.id}`;
  const zoneOf = async (timezone: string) => {
    world.owner.browser.cookies.set('timezone', timezone);
    return (await dataOf(world.owner.browser, url))?.timeZone;
  };
  expect(await zoneOf('Europe/Istanbul')).toBe('Europe/Istanbul');
  expect(await zoneOf('Nowhere/Land')).toBe('UTC');
  expect(await zoneOf('x'.repeat(60_000))).toBe('UTC');
  world.owner.browser.cookies.delete('timezone');
  expect(await dataOf(world.owner.browser, url)).toMatchObject({
    timeZone: 'UTC',
    renderedAt: setup.context.now().toISOString(),
  });
});

test('the files are those of the newest version, and of very many a client has the first, the lead and the open one', async () => {
  const project = await setup.createProject({ owner: world.owner, customer: world.customer });
  expect((await dataOf(world.owner.browser, `/projects/${project.id}`))?.files).toBeUndefined();
  await setup.createFile({ version: await setup.createVersion({ project }) });
  const newest = await setup.createVersion({ project });
  const filesOf = async () => (await dataOf(world.owner.browser, `/projects/${project.id}`))?.files;
  expect(await filesOf()).toEqual({ version: newest.id, files: [] });
  for (let files = 0; files < 300; files += 1) await setup.createFile({ version: newest });
  expect((await filesOf())?.files).toHaveLength(300);
  const { id: lead } = await setup.createFile({ version: newest });
  const drawn = { thumbnail_key: 'small', thumbnail_medium_key: 'medium', thumbnail_large_key: 'large' };
  await setup.db.updateTable('files').set(drawn).where('id', '=', lead).execute();
  expect(await filesOf()).toBeUndefined();
  const ofClient = (await dataOf(world.customer.browser, `/projects/${project.id}`))?.files;
  expect(ofClient).toMatchObject({ version: newest.id, isPart: true });
  expect(ofClient?.files).toHaveLength(13);
  expect(ofClient?.files.at(-1)?.id).toBe(lead);
  const all = await setup.db.selectFrom('files').select('id').where('version_id', '=', newest.id).execute();
  const open = all.at(200)?.id;
  const url = `/projects/${project.id}?version=${newest.id}&file=${open}`;
  const withOpen = (await dataOf(world.customer.browser, url))?.files?.files;
  expect(withOpen).toHaveLength(14);
  expect(withOpen?.map(({ id }) => id)).toContain(open);
  // The page begins with the files that are in no section, then those of the first one.
  const last = all.slice(-30).map(({ id }) => id);
  const [chapter] = await setup.db
    .insertInto('sections')
    .values({ version_id: newest.id, name: 'A', position: 1, created_at: timestampOf(setup.context) })
    .returning('id')
    .execute();
  await setup.db
    .updateTable('files')
    .set({ section_id: chapter?.id ?? 0 })
    .where('version_id', '=', newest.id)
    .where('id', 'not in', last.slice(0, 2))
    .execute();
  const inOrder = (await dataOf(world.customer.browser, `/projects/${project.id}`))?.files?.files;
  expect(inOrder?.map(({ id }) => id)).toEqual([
    ...last.slice(0, 2),
    ...all.slice(0, 10).map(({ id }) => id),
    lead,
  ]);
});

test('a list far longer than a page is sent with its beginning', async () => {
  const project = await setup.createProject({ owner: world.owner, customer: world.customer });
  const version = await setup.createVersion({ project });
  const { id } = await setup.createFile({ version });
  const { id: _id, ...like } = await setup.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  for (let part = 0; part < 40; part += 1)
    await setup.db
      .insertInto('files')
      .values(
        Array.from({ length: 25 }, (_none, place) => ({
          ...like,
          name: `${'long'.repeat(60)} ${part} ${place}`,
          storage_key: `like-${part}-${place}-${id}`,
        })),
      )
      .execute();
  const address = `/api/files/?version=${version.id}`;
  expect((await world.customer.browser.get(address)).rawPayload.length).toBeGreaterThan(500_000);
  const listed = (await dataOf(world.customer.browser, `/projects/${project.id}`))?.files;
  expect([listed?.files.length, listed?.isPart]).toEqual([12, true]);
});

test('the address of a place shows the same content, and keeps the place when it redirects to the version', async () => {
  const project = await setup.createProject({ owner: world.owner, customer: world.customer });
  const older = await setup.createVersion({ project });
  const { id } = await setup.createFile({ version: older });
  await setup.createVersion({ project });
  const { browser } = world.customer;
  const address = `/projects/${project.id}?version=${older.id}&file=${id}`;
  for (const place of ['&at=620,370', '&t=1500', '&page=3&at=0,1000', '&line=12'])
    expect((await dataOf(browser, `${address}${place}`))?.opened?.files[0]?.id, place).toBe(id);
  for (const other of ['&at=620', '&at=<,1', '&t=-1', `&t=${'1'.repeat(64_000)}`, '&at=1,1&at=1,1'])
    expect(await dataOf(browser, `${address}${other}`), other.slice(0, 20)).toBeNull();
  const { headers } = await browser.get(`/projects/${project.id}?file=${id}&page=3&at=0,1000`);
  expect(headers.location).toBe(`${address}&page=3&at=0,1000`);
});

test('a page that cannot be rendered comes as the application', async () => {
  const project = await setup.createProject({ owner: world.owner, name: 'broken' });
  expect(await dataOf(world.owner.browser, `/projects/${project.id}`)).toBeNull();
});

test('a page that takes too long comes as the application', async () => {
  const hasty = await createTestApp({}, { webFolder: folder, screenMilliseconds: 100 });
  const owner = await hasty.createFreelancer();
  const project = await hasty.createProject({ owner, name: 'slow' });
  expect(await dataOf(owner.browser, `/projects/${project.id}`)).toBeNull();
  await hasty.close();
});

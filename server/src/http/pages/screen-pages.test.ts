import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ASKERS, createWorld, type World } from '../../testing/access-matrix/access-world.ts';
import type { Browser } from '../../testing/browser.ts';
import { createFile, createFreelancer, createProject, createVersion } from '../../testing/factories.ts';
import { writeWebBuild } from '../../testing/pages/web-build.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const SHELL = '<p>page</p>';
const RENDERED = '<p>rendered</p>';

let setup: TestApp;
let folder: string;
let world: World;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrin-web-'));
  writeWebBuild(folder, { page: `<head></head>${SHELL}`, landing: { en: '', tr: '' } });
  setup = await createTestApp({ RATE_LIMITS: 'off' }, { webFolder: folder, screenMilliseconds: 60_000 });
  world = await createWorld(setup);
});
afterAll(async () => {
  await setup.close();
  rmSync(folder, { recursive: true });
});

const answerOf = async <Answer>(browser: Browser, url: string) => (await browser.get(url)).json<Answer>();

/** What a page was rendered from; null where the application came without content. */
async function dataOf(browser: Browser, url: string, headers = {}): Promise<ScreenData | null> {
  const { statusCode, headers: answered, body } = await browser.get(url, headers);
  expect(statusCode).toBe(200);
  expect(answered).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
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

test.each(ASKERS)('lists and dashboard show %s what the API shows, or nothing', async (asker) => {
  const browser = world.browsers[asker];
  const [list, dashboard] = [await dataOf(browser, '/projects'), await dataOf(browser, '/dashboard')];
  if (asker === 'guest') {
    expect([list, dashboard]).toEqual([null, null]);
    return;
  }
  expect(list?.projects).toEqual(await answerOf(browser, '/api/projects/'));
  expect(dashboard?.recent).toEqual(await answerOf(browser, '/api/projects/?limit=10'));
  expect(dashboard?.summary).toEqual(await answerOf(browser, '/api/projects/get_projects_summary/'));
});

test.each([['/projects?status=completed'], ['/account'], ['/projects/999999']])(
  '%s comes as the application',
  async (url) => {
    expect(await dataOf(world.owner.browser, url)).toBeNull();
  },
);

test('a page says the time, and the time zone that the reader has', async () => {
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

test('the files are those of the newest version, and left out where there are very many', async () => {
  const project = await createProject(setup, { owner: world.owner });
  expect((await dataOf(world.owner.browser, `/projects/${project.id}`))?.files).toBeUndefined();
  await createFile(setup, { version: await createVersion(setup, { project }) });
  const newest = await createVersion(setup, { project });
  const filesOf = async () => (await dataOf(world.owner.browser, `/projects/${project.id}`))?.files;
  expect(await filesOf()).toEqual({ version: newest.id, files: [] });
  for (let files = 0; files < 300; files += 1) await createFile(setup, { version: newest });
  expect((await filesOf())?.files).toHaveLength(300);
  await createFile(setup, { version: newest });
  expect(await filesOf()).toBeUndefined();
});

test('a page that cannot be rendered comes as the application', async () => {
  const project = await createProject(setup, { owner: world.owner, name: 'broken' });
  expect(await dataOf(world.owner.browser, `/projects/${project.id}`)).toBeNull();
});

test('a page that takes too long comes as the application', async () => {
  const hasty = await createTestApp({}, { webFolder: folder, screenMilliseconds: 100 });
  const owner = await createFreelancer(hasty);
  const project = await createProject(hasty, { owner, name: 'slow' });
  expect(await dataOf(owner.browser, `/projects/${project.id}`)).toBeNull();
  await hasty.close();
});

import { expect, test } from 'vitest';
import type { ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { createWorld } from '../../../testing/access-matrix/access-world.ts';
import type { Browser } from '../../../testing/browser.ts';
import { writeWebBuild } from '../../../testing/pages/web-build.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const RENDERED = '<p>rendered</p>';

const folder = temporaryFolder();
writeWebBuild(folder, { page: '<head></head><p>page</p>', landing: { en: '', tr: '' } });
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { webFolder: folder, screenMilliseconds: 60_000 });
const world = await createWorld(setup);

/** Data that a page was rendered from; null where the application came without content. */
async function dataOf(browser: Browser, url: string): Promise<ScreenData | null> {
  const { statusCode, headers, body } = await browser.get(url);
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-cache']);
  return body.startsWith(RENDERED) ? (JSON.parse(body.slice(RENDERED.length)) as ScreenData) : null;
}

/** A project of the world's customer with a file in each of two versions. */
async function twoVersions() {
  const { owner, customer } = world;
  const project = await setup.createProject({ owner, customer });
  const [older, newest] = [await setup.createVersion({ project }), await setup.createVersion({ project })];
  const inVersion = async (version: { id: number }) => {
    const { id } = await setup.createFile({ version });
    return { id, version: version.id };
  };
  const page = `/projects/${project.id}`;
  return { project, page, old: await inVersion(older), current: await inVersion(newest) };
}

test('the address of a file shows client and freelancer the page with it, as the view does', async () => {
  const { owner, customer } = world;
  const { project, page, old, current } = await twoVersions();
  const shown = await dataOf(customer.browser, `${page}?version=${current.version}&file=${current.id}`);
  expect(shown?.project?.id).toBe(project.id);
  expect(shown?.files?.files.map(({ id }) => id)).toEqual([current.id]);
  expect(shown).not.toHaveProperty('opened');
  expect(await dataOf(customer.browser, `${page}?file=${current.id}`)).toEqual(shown);
  const older = await dataOf(customer.browser, `${page}?file=${old.id}&version=${old.version}`);
  expect(older?.opened?.version).toBe(old.version);
  expect(older?.opened?.files.map(({ id }) => id)).toEqual([old.id]);
  expect(older?.files).toEqual(shown?.files);
  const view = await dataOf(owner.browser, `${page}?view=client&version=${old.version}&file=${old.id}`);
  expect(view?.opened).toEqual(older?.opened);
  expect(view?.user?.view).toBe('client');
  const own = await dataOf(owner.browser, `${page}?version=${old.version}&file=${old.id}`);
  expect(own?.opened?.files.map(({ id }) => id)).toEqual([old.id]);
  expect(own?.files?.files.map(({ id }) => id)).toEqual([current.id]);
});

test('the address of a file without its version leads to it, in the view as well', async () => {
  const { owner, customer } = world;
  const { page, old, current } = await twoVersions();
  for (const [browser, address, view] of [
    [customer.browser, `${page}?file=${old.id}`, ''],
    [customer.browser, `${page}?version=${current.version}&file=${old.id}`, ''],
    [owner.browser, `${page}?view=client&file=${old.id}`, 'view=client&'],
    [owner.browser, `${page}?file=${old.id}`, ''],
  ] as const) {
    const { statusCode, headers } = await browser.get(address);
    expect([statusCode, headers.location]).toEqual([
      302,
      `${page}?${view}version=${old.version}&file=${old.id}`,
    ]);
    expect(headers['cache-control']).toBe('private, no-cache');
  }
});

test('a file of another project counts as deleted: the page shows the project without it', async () => {
  const { customer, otherCustomer } = world;
  const { page, current } = await twoVersions();
  const foreignProject = await setup.createProject({ owner: world.otherFreelancer, customer: otherCustomer });
  const foreignVersion = await setup.createVersion({ project: foreignProject });
  const { id: foreign } = await setup.createFile({ version: foreignVersion });
  const own = await twoVersions();
  const plain = await dataOf(customer.browser, page);
  for (const query of [
    `file=${foreign}`,
    `version=${foreignVersion.id}&file=${foreign}`,
    `version=${current.version}&file=${foreign}`,
    `version=${own.current.version}&file=${own.current.id}`,
    `version=${foreignVersion.id}&file=${current.id}`,
    'file=999999999',
  ])
    expect(await dataOf(customer.browser, `${page}?${query}`), query).toEqual(plain);
  const opened = `${page}?version=${current.version}&file=${current.id}`;
  for (const { browser } of [otherCustomer, world.otherFreelancer])
    expect(await dataOf(browser, opened)).toBeNull();
  expect(await dataOf(setup.createBrowser(), opened)).toBeNull();
});

test.each(['&with=1', '&file=1', '&version=2&version=3', '&view=freelancer', '&version=0', '&version=2%20'])(
  'the address of a file with %s comes as the application',
  async (more) => {
    const { page, current } = await twoVersions();
    expect(await dataOf(world.customer.browser, `${page}?file=${current.id}${more}`)).toBeNull();
  },
);

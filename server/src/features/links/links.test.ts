import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Link, ListedLink } from '@vitrin/shared/contract/links.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A version, and the calls of its freelancer about its links. */
async function createScene() {
  const { owner, customer, project, version } = await setup.createDelivery();
  const post = (body: object) =>
    owner.browser.post('/api/links/', {
      title: 'Board',
      address: 'https://figma.com/x',
      version: version.id,
      ...body,
    });
  const add = async (body: object = {}) => (await post(body)).json<Link>();
  const list = async (browser = owner.browser) =>
    (await browser.get(`/api/links/?version=${version.id}`)).json<Page<Link>>().results;
  const addSection = async () =>
    (await owner.browser.post('/api/sections/', { name: 'Web', version: version.id })).json<Section>().id;
  return { owner, customer, project, version, post, add, list, addSection };
}

test('a version has links in an order, which its client sees with host and kind', async () => {
  const { customer, project, version, add, list, addSection } = await createScene();
  const section = await addSection();
  const film = await add({ title: ' Film ', address: 'HTTPS://Vimeo.com/1', section });
  expect(film).toEqual({
    id: film.id,
    title: 'Film',
    address: 'https://vimeo.com/1',
    host: 'vimeo.com',
    kind: 'vimeo',
    embed: 'player.vimeo.com',
    order: 1,
    section,
    version: version.id,
    created_at: film.created_at,
  });
  await add({ order: 1 });
  const seen = await list(customer.browser);
  expect(seen.map(({ title, order }) => [order, title])).toEqual([
    [1, 'Board'],
    [2, 'Film'],
  ]);
  const shown = (await customer.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  const { order: _, version: __, ...parts } = film;
  expect(shown.versions[0]?.links).toEqual([expect.objectContaining({ kind: 'figma' }), parts]);
});

test('a link is changed, put into a section, and deleted', async () => {
  const { owner, add, list, addSection } = await createScene();
  const section = await addSection();
  const { id } = await add();
  const patch = async (body: object) => (await owner.browser.patch(`/api/links/${id}/`, body)).json<Link>();
  expect(await patch({ title: 'Plan', section })).toMatchObject({ title: 'Plan', section });
  expect(await patch({ address: 'https://github.com/a' })).toMatchObject({ kind: 'github', section });
  await owner.browser.delete(`/api/sections/${section}/`);
  expect(await list()).toMatchObject([{ id, title: 'Plan', section: null }]);
  await owner.browser.delete(`/api/links/${id}/`);
  expect(await list()).toEqual([]);
});

test('a link goes into no section of another version', async () => {
  const { owner, project, add, post } = await createScene();
  const foreign = await (await createScene()).addSection();
  const other = await setup.createVersion({ project, version_number: '9.0' });
  const section = (
    await owner.browser.post('/api/sections/', { name: 'Print', version: other.id })
  ).json<Section>().id;
  const { id } = await add();
  for (const elsewhere of [foreign, section]) {
    expect((await post({ section: elsewhere })).statusCode).toBe(400);
    const changed = await owner.browser.patch(`/api/links/${id}/`, { section: elsewhere });
    expect(changed.statusCode).toBe(400);
  }
});

test.each([
  'http://example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://ada:secret@example.com/',
  'https://localhost/',
  `https://example.com/${'a'.repeat(50_000)}`,
])('an address that begins as %.40s is refused', async (address) => {
  const { post, list } = await createScene();
  const answer = await post({ address });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toHaveProperty('address');
  expect(await list()).toEqual([]);
});

test.each(['', ' ', 'a\nb', 'x'.repeat(201)])('the title %j is refused', async (title) => {
  const { post } = await createScene();
  const answer = await post({ title });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toHaveProperty('title');
});

test('a host of look-alike letters is shown in punycode', async () => {
  const { add } = await createScene();
  expect(await add({ address: 'https://gіthub.com/' })).toMatchObject({
    address: 'https://xn--gthub-n2e.com/',
    host: 'xn--gthub-n2e.com',
    kind: 'other',
  });
});

test('a section of another version takes no link', async () => {
  const { post, add, owner } = await createScene();
  const section = await (await createScene()).addSection();
  expect((await post({ section })).json()).toHaveProperty('section');
  const { id } = await add();
  expect((await owner.browser.patch(`/api/links/${id}/`, { section })).json()).toHaveProperty('section');
});

test('the owner and the client find a link by its title and host, in any case and with either kind of i', async () => {
  const { owner, customer, project, version, add } = await createScene();
  const film = await add({ title: 'İskele 100%', address: 'https://vimeo.com/1/figma' });
  const board = await add({ title: 'Pano', address: 'https://www.figma.com/x' });
  const found = async (term: string, browser = owner.browser) => {
    const answer = await browser.get(`/api/links/?search=${encodeURIComponent(term)}&limit=5`);
    return answer.json<Page<ListedLink>>().results;
  };
  for (const { browser } of [owner, customer]) {
    for (const term of ['iskele', 'ISKELE', '100%', 'VIMEO'])
      expect(await found(term, browser)).toEqual([{ ...film, project: project.id }]);
    expect((await found('figma.com', browser)).map(({ id }) => id)).toEqual([board.id]);
    for (const term of ['1_0', 'vimeo.com/1', 'https']) expect(await found(term, browser)).toEqual([]);
  }
  await owner.browser.patch(`/api/links/${film.id}/`, { title: 'Film', address: 'https://loom.com/1' });
  expect(await found('iskele')).toEqual([]);
  expect((await found('loom')).map(({ id }) => id)).toEqual([film.id]);
  for (const other of [await setup.createFreelancer(), await setup.createCustomer({ owner })])
    expect(await found('loom', other.browser)).toEqual([]);
  await owner.browser.patch(`/api/versions/${version.id}/`, { ready_at: null });
  expect(await found('loom', customer.browser)).toEqual([]);
  expect(await found('loom')).toHaveLength(1);
});

test('a changed link changes the date of its project, and unchanged values do not', async () => {
  const { owner, project, add } = await createScene();
  const lastUpdated = async () =>
    (await owner.browser.get(`/api/projects/${project.id}/`)).json<Project>().last_updated;
  const dates = [await lastUpdated()];
  const note = async () => {
    dates.push(await lastUpdated());
    setup.advance(60);
  };
  setup.advance(60);
  const { id } = await add({ title: 'Board' });
  await note();
  await owner.browser.patch(`/api/links/${id}/`, { title: ' Board', order: 5, section: null });
  expect(await lastUpdated()).toBe(dates.at(-1));
  await owner.browser.patch(`/api/links/${id}/`, { title: 'Plan' });
  await note();
  await owner.browser.delete(`/api/links/${id}/`);
  await note();
  expect(new Set(dates).size).toBe(4);
});

test.each(['x'.repeat(201), 'x'.repeat(64 * 1024)])('a search for %.20s is refused', async (term) => {
  const { owner } = await createScene();
  expect((await owner.browser.get(`/api/links/?search=${term}`)).statusCode).toBe(400);
});

test('only the freelancer of a link changes and deletes it, and a missing link is not found', async () => {
  const { owner, customer, add, list } = await createScene();
  const link = await add();
  const tries = async ({ browser }: typeof owner, { id }: { id: number }) => [
    (await browser.patch(`/api/links/${id}/`, { title: 'Mine' })).statusCode,
    (await browser.delete(`/api/links/${id}/`)).statusCode,
  ];
  expect(await tries(customer, link)).toEqual([403, 403]);
  expect(await tries(await setup.createFreelancer(), link)).toEqual([404, 404]);
  expect(await tries(owner, { id: 2 ** 31 - 1 })).toEqual([404, 404]);
  expect(await list()).toEqual([link]);
});

test('links of a scheduled version are hidden from its client', async () => {
  const { owner, customer, version, add } = await createScene();
  await add();
  await owner.browser.patch(`/api/versions/${version.id}/`, { ready_at: null });
  const answer = await customer.browser.get(`/api/links/?version=${version.id}`);
  expect(answer.statusCode).toBe(404);
});

const position = fc.nat({ max: 12 });
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), to: position }),
  fc.record({ do: fc.constant('move' as const), at: position, to: position }),
  fc.record({ do: fc.constant('delete' as const), at: position }),
);

test('the order of links stays dense whatever is done', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { owner, add, list } = await createScene();
      let model: number[] = [];
      for (const one of steps) {
        if (one.do === 'add') {
          const { id } = await add({ order: one.to + 1 });
          model = model.toSpliced(one.to, 0, id);
          continue;
        }
        const id = model[one.at % Math.max(1, model.length)];
        if (id === undefined) continue;
        const others = model.filter((each) => each !== id);
        if (one.do === 'delete') await owner.browser.delete(`/api/links/${id}/`);
        else await owner.browser.patch(`/api/links/${id}/`, { order: one.to + 1 });
        model = one.do === 'delete' ? others : others.toSpliced(one.to, 0, id);
      }
      const listed = await list();
      expect(listed.map(({ id }) => id)).toEqual(model);
      expect(listed.map(({ order }) => order)).toEqual(model.map((_, index) => index + 1));
    }),
    { numRuns: 10 },
  );
}, 60_000);

test(`a version holds ${MAX_COUNTS.links} links`, async () => {
  const { version, post } = await createScene();
  const link = { version_id: version.id, title: 'x', address: 'https://example.com/' };
  const rows = Array.from({ length: MAX_COUNTS.links - 1 }, (_, index) => ({
    ...link,
    position: index + 1,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await setup.db.insertInto('links').values(rows).execute();
  expect((await post({})).statusCode).toBe(201);
  const refused = await post({});
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ detail: string }>().detail).toContain('100 links');
});

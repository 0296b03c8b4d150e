import { expect, test } from 'vitest';
import type { Project, ProjectOrdering, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import type { Person } from '../../testing/factories.ts';
import { countStatements } from '../../testing/database/statements.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

/** Names in the order of creation, one minute apart. */
const NAMES = [
  'Çanta',
  'Cam',
  'Ilgaz',
  'İzmir',
  'Zebra',
  'Ağaç',
  'Agaç',
  '50% off_sale',
  'Üzüm',
  'Uçak',
  'Son',
  'Şal',
];

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
const ceren = await setup.createCustomer({ owner: ada, username: 'ceren' });
const ilker = await setup.createCustomer({ owner: ada, username: 'İlker' });
for (const [index, name] of NAMES.entries()) {
  setup.advance(60);
  const customer = [ceren, ilker, undefined][index % 3];
  const project = await setup.createProject({ owner: ada, name, ...(customer && { customer }) });
  for (let done = 0; done < index % 4; done += 1) await setup.createMilestone({ project, completed: true });
  if (index % 2 === 0) await setup.createMilestone({ project });
}
await setup.createProject({ name: 'Of somebody else' });

async function listOf(person: Person, query = ''): Promise<ProjectPage> {
  const response = await person.browser.get(`/api/projects/${query}`);
  expect(response.statusCode).toBe(200);
  return response.json<ProjectPage>();
}
const namesOf = ({ results }: ProjectPage) => results.map(({ name }) => name);

test('the list is paged by ten, newest first, with usable links', async () => {
  const first = await listOf(ada);
  expect(namesOf(first)).toEqual(NAMES.toReversed().slice(0, 10));
  expect(first).toMatchObject({ count: 12, next: '/api/projects/?page=2', previous: null });
  const second = (await ada.browser.get(first.next ?? '')).json<ProjectPage>();
  expect(namesOf(second)).toEqual(NAMES.toReversed().slice(10));
  expect(second).toMatchObject({ count: 12, next: null, previous: '/api/projects/?page=1' });
});

test('limit, filters and ordering are kept in the links', async () => {
  const page = await listOf(ada, '?limit=2&search=a&ordering=name');
  expect(page.next).toBe('/api/projects/?limit=2&search=a&ordering=name&page=2');
});

test.each(['0', '-1', '1.5', 'two', '3', '99999999999'])('page %s is a 404', async (page) => {
  const response = await ada.browser.get(`/api/projects/?page=${page}`);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ detail: 'Invalid page.' });
});

test('an empty list has a first page and no other', async () => {
  const bob = await setup.createFreelancer();
  expect(await listOf(bob)).toEqual({ count: 0, next: null, previous: null, results: [] });
  expect((await bob.browser.get('/api/projects/?page=2')).statusCode).toBe(404);
});

test('rows carry no parts and no pictures', async () => {
  const bob = await setup.createFreelancer();
  const picture = '<img src="https://a.example/x.png">';
  await bob.browser.post('/api/projects/', { name: 'x', description: `<p>Text${picture}</p>` });
  const { results } = await listOf(bob);
  expect(results[0]).toMatchObject({ description: '<p>Text</p>', milestones: [], versions: [] });
  const detail = await bob.browser.get(`/api/projects/${results[0]?.id}/`);
  expect(detail.json<Project>().description).toContain('<img ');
});

test('a customer sees the assigned projects only', async () => {
  const page = await listOf(ceren);
  expect(namesOf(page)).toEqual(['Uçak', 'Agaç', 'İzmir', 'Çanta']);
  expect(new Set(page.results.map(({ customer }) => customer))).toEqual(new Set(['ceren']));
});

test.each([
  ['izm', ['İzmir']],
  ['IZM', ['İzmir']],
  ['ılgaz', ['Ilgaz']],
  ['ILGAZ', ['Ilgaz']],
  ['ağ', ['Ağaç']],
  ['50%', ['50% off_sale']],
  ['f_s', ['50% off_sale']],
  ['f%s', []],
  ['ILKER', ['Son', '50% off_sale', 'Zebra', 'Cam']],
  ['\\', []],
  ["' or 1=1 --", []],
])('search for %s', async (search, names) => {
  const page = await listOf(ada, `?search=${encodeURIComponent(search)}`);
  expect(namesOf(page)).toEqual(names);
  expect(page.count).toBe(names.length);
});

test.each(['pending', 'in-progress', 'completed', 'on-hold'])('filter by the status %s', async (status) => {
  const all = await listOf(ada, '?limit=100');
  const page = await listOf(ada, `?status=${status}`);
  expect(namesOf(page)).toEqual(
    namesOf({ ...all, results: all.results.filter((one) => one.status === status) }),
  );
});

test('filter by a customer, but not by others with the same letters in their names', async () => {
  const bob = await setup.createFreelancer();
  const ali = await setup.createCustomer({ owner: bob, username: 'ali' });
  const alice = await setup.createCustomer({ owner: bob, username: 'alice' });
  for (const name of ['one', 'two', 'three']) {
    setup.advance(60);
    await setup.createProject({ owner: bob, customer: ali, name });
  }
  await setup.createProject({ owner: bob, customer: alice, name: 'other' });
  const page = await listOf(bob, `?customer=${ali.id}&limit=2`);
  expect([page.count, namesOf(page)]).toEqual([3, ['three', 'two']]);
  expect(namesOf((await bob.browser.get(page.next ?? '')).json())).toEqual(['one']);
  expect(namesOf(await listOf(bob, `?customer=${ali.id}&search=two&status=pending`))).toEqual(['two']);
  for (const stranger of [ada, alice]) expect((await listOf(stranger, `?customer=${ali.id}`)).count).toBe(0);
  expect((await listOf(bob, '?customer=')).count).toBe(4);
  for (const bad of ['0', 'ali', '1.5']) {
    const response = await bob.browser.get(`/api/projects/?customer=${bad}`);
    expect([response.statusCode, Object.keys(response.json())]).toEqual([400, ['customer']]);
  }
});

test('names are sorted by the Turkish alphabet', async () => {
  const sorted = [
    '50% off_sale',
    'Agaç',
    'Ağaç',
    'Cam',
    'Çanta',
    'Ilgaz',
    'İzmir',
    'Son',
    'Şal',
    'Uçak',
    'Üzüm',
    'Zebra',
  ];
  expect(namesOf(await listOf(ada, '?limit=100&ordering=name'))).toEqual(sorted);
  expect(namesOf(await listOf(ada, '?limit=100&ordering=-name'))).toEqual(sorted.toReversed());
});

test('projects without a customer come last either way', async () => {
  const customersIn = async (ordering: ProjectOrdering) =>
    (await listOf(ada, `?limit=100&ordering=${ordering}`)).results.map(({ customer }) => customer);
  const [four, nobody] = [Array.from({ length: 4 }), Array.from({ length: 4 }, () => null)];
  const [cerens, ilkers] = [four.map(() => 'ceren'), four.map(() => 'İlker')];
  expect(await customersIn('customer')).toEqual([...cerens, ...ilkers, ...nobody]);
  expect(await customersIn('-customer')).toEqual([...ilkers, ...cerens, ...nobody]);
});

test.each(['created_at', 'last_updated', 'progress', 'status'] as const)('sorting by %s', async (field) => {
  const up = (await listOf(ada, `?limit=100&ordering=${field}`)).results;
  const down = (await listOf(ada, `?limit=100&ordering=-${field}`)).results;
  expect(up).toHaveLength(12);
  expect(down.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toReversed());
  for (const [index, one] of up.slice(1).entries())
    expect(one[field] >= (up[index]?.[field] ?? '')).toBe(true);
});

test.each(['status=done', 'ordering=owner_id', 'ordering=name;drop', 'search=a&search=b'])(
  'refuses %s with a field error',
  async (query) => {
    const response = await ada.browser.get(`/api/projects/?${query}`);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json<object>())).toEqual([query.split('=')[0]]);
  },
);

test('a search term is decoded once', async () => {
  expect(namesOf(await listOf(ada, '?search=50%25'))).toEqual(['50% off_sale']);
  expect(namesOf(await listOf(ada, '?search=50%2525'))).toEqual([]);
});

test('blank filters count as missing', async () => {
  expect((await listOf(ada, '?search=&status=&ordering=')).count).toBe(12);
});

test('a list takes two statements and a detail one, whatever they hold', async () => {
  const { db } = setup;
  const bob = await setup.createFreelancer();
  const statements = (url: string) => countStatements(db, () => bob.browser.get(url));
  const fill = async (parts: number) => {
    const project = await setup.createProject({ owner: bob });
    for (let part = 0; part < parts; part += 1) {
      await setup.createMilestone({ project });
      const version = await setup.createVersion({ project });
      await setup.createFile({ version });
      await setup.createFile({ version });
    }
    return `/api/projects/${project.id}/`;
  };
  const [empty, full] = [await fill(0), await fill(8)];
  const session = 1;
  // The second one reads the covers.
  expect(await statements('/api/projects/')).toBe(session + 2);
  for (const detail of [empty, full]) {
    expect(await statements(detail)).toBe(session + 1);
    expect(await statements(`${detail}?files=none`)).toBe(session + 1);
  }
  expect(await statements('/api/projects/get_projects_summary/')).toBe(session + 1);
});

import { expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { Person } from '../../testing/factories.ts';
import { peopleTests } from '../../testing/shared-test-app.ts';

const { setup, ada, client, eve } = await peopleTests();

const VERSIONS = '/api/versions/';
const addressOf = ({ id }: { id: number }) => `${VERSIONS}${id}/`;
const projectOfAda = () => setup.createProject({ owner: ada, customer: client });

function postForm(person: Person, form: FormData) {
  return person.browser.request({ method: 'POST', url: VERSIONS, payload: form });
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

test('a version is created by a form, as the specification says, and by JSON', async () => {
  const project = await projectOfAda();
  const fields = { version_number: '1.0 β', description: '<p>Çok güzel</p>', project: String(project.id) };
  const created = await postForm(ada, formOf(fields));
  expect(created.statusCode).toBe(201);
  expect(created.json()).toEqual({
    id: expect.any(Number),
    version_number: '1.0 β',
    description: '<p>Çok güzel</p>',
    project: project.id,
    created_at: setup.context.now().toISOString(),
    edited_at: setup.context.now().toISOString(),
    ready_at: setup.context.now().toISOString(),
    file_count: 0,
    size: 0,
    cover: null,
    covers: [],
    sections: [],
    links: [],
    files: [],
  });
  const json = await ada.browser.post(VERSIONS, { version_number: '1.0 β', project: project.id });
  expect(json.statusCode).toBe(201);
  expect(json.json<Version>().description).toBe('');
});

test.each([
  [{}, ['project', 'version_number']],
  [{ version_number: ' ', project: '1' }, ['version_number']],
  [{ version_number: 'x'.repeat(51), project: '1' }, ['version_number']],
  [{ version_number: '1', project: 'one' }, ['project']],
  [{ version_number: '1', project: '-1' }, ['project']],
  [{ version_number: '1', project: '1', description: 'x'.repeat(100_001) }, ['description']],
  [{ version_number: '1', project: '1', description: 'x'.repeat(3 * 1024 * 1024) }, ['description']],
])('refuses a bad form', async (fields, errors) => {
  const response = await postForm(ada, formOf(fields));
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json<object>()).toSorted()).toEqual(errors);
});

test.each([
  ['a cut-off form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"'],
  ['no boundary', 'multipart/form-data', 'x'],
  ['another type', 'text/plain', 'x'],
  ['broken JSON', 'application/json', '{"version_number": '],
])('refuses %s with a detail', async (_name, type, payload) => {
  const response = await ada.browser.request({
    method: 'POST',
    url: VERSIONS,
    headers: { 'content-type': type },
    payload,
  });
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.statusCode).toBeLessThan(500);
  expect(response.json()).toEqual({ detail: expect.any(String) });
});

test('a missing project is reported as missing, in a form and in JSON', async () => {
  const errors = { project: ['This field is required.'] };
  expect((await postForm(ada, formOf({ version_number: '1' }))).json()).toEqual(errors);
  expect((await ada.browser.post(VERSIONS, { version_number: '1' })).json()).toEqual(errors);
});

test('a form with a file in it is refused: files have their own address', async () => {
  const project = await projectOfAda();
  const form = formOf({ version_number: '1', project: String(project.id) });
  form.append('file', new Blob(['x']), 'x.txt');
  const response = await postForm(ada, form);
  expect(response.statusCode).toBe(413);
  expect(response.json()).toEqual({ detail: expect.any(String) });
});

test('versions are listed oldest first with their files', async () => {
  const project = await projectOfAda();
  const first = await setup.createVersion({ project });
  setup.advance(1);
  const second = await setup.createVersion({ project });
  const file = await setup.createFile({ version: second });
  const list = async (query: string) =>
    (await client.browser.get(`${VERSIONS}?project=${project.id}${query}`)).json<{
      count: number;
      results: Version[];
    }>();
  const full = await list('');
  expect(full).toMatchObject({ count: 2, next: null, previous: null });
  expect(full.results.map(({ id, files }) => [id, files.map((one) => one.id)])).toEqual([
    [first.id, []],
    [second.id, [file.id]],
  ]);
  expect((await list('&files=none')).results.map(({ files }) => files)).toEqual([[], []]);
});

test('PUT and PATCH change the named fields, and the later of two saves gets a conflict', async () => {
  const version = await setup.createVersion({ project: await projectOfAda() });
  const changed = await ada.browser.put(addressOf(version), {
    version_number: '2.0',
    description: '<p>x</p>',
  });
  expect(changed.json()).toMatchObject({ version_number: '2.0', description: '<p>x</p>' });
  const { edited_at } = changed.json<Version>();
  const patched = await ada.browser.patch(addressOf(version), { version_number: '2.1', edited_at });
  expect(patched.json()).toMatchObject({ version_number: '2.1', description: '<p>x</p>' });
  const late = await ada.browser.patch(addressOf(version), { version_number: '2.2', edited_at });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ current: { version_number: '2.1' } });
});

test('an unchanged save updates no date', async () => {
  const project = await projectOfAda();
  const version = await setup.createVersion({ project, version_number: '1.0' });
  await setup.createFile({ version });
  const detail = async () => (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  const before = await detail();
  setup.advance(60);
  for (const input of [{}, { version_number: ' 1.0 ' }, { description: '' }])
    for (const change of [ada.browser.put, ada.browser.patch]) {
      const saved = await change(addressOf(version), input);
      expect([saved.statusCode, saved.json()]).toEqual([200, before.versions[0]]);
    }
  expect(await detail()).toEqual(before);
});

test('deleting a version deletes its files and has their bytes deleted', async () => {
  const project = await projectOfAda();
  const version = await setup.createVersion({ project });
  const file = await setup.createFile({ version });
  setup.advance(60);
  expect((await ada.browser.delete(addressOf(version))).statusCode).toBe(204);
  const detail = (await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect(detail).toMatchObject({ versions: [], last_updated: setup.context.now().toISOString() });
  const jobs = await setup.db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'delete-objects')
    .execute();
  expect(jobs.map(({ payload }) => JSON.parse(payload) as unknown)).toContainEqual({
    keys: [file.storage_key],
  });
});

test('a customer sees versions and cannot change one; others do not see them', async () => {
  const project = await projectOfAda();
  const version = await setup.createVersion({ project });
  for (const [person, status] of [
    [client, 403],
    [eve, 404],
    [await setup.createCustomer({ owner: ada }), 404],
  ] as const) {
    const input = { version_number: '1', project: project.id };
    expect((await person.browser.post(VERSIONS, input)).statusCode).toBe(status);
    expect((await person.browser.put(addressOf(version), { version_number: '2' })).statusCode).toBe(status);
    expect((await person.browser.delete(addressOf(version))).statusCode).toBe(status);
  }
  expect((await eve.browser.get(`${VERSIONS}?project=${project.id}`)).statusCode).toBe(404);
});

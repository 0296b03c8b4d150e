import { expect, test } from 'vitest';
import { createBrowser } from '../../../testing/browser.ts';
import {
  createCustomer,
  createFreelancer,
  createProject,
  createVersion,
} from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { base64, createTusUser, OCTETS, TUS } from '../../../testing/tus.ts';

const setup = await sharedTestApp();
const owner = await createFreelancer(setup);
const versionId = (await createVersion(setup, { project: await createProject(setup, { owner }) })).id;
const tus = createTusUser(setup, owner, versionId);

test.each([
  ['no length', { 'upload-length': undefined }, 400],
  ['a deferred length', { 'upload-length': undefined, 'upload-defer-length': '1' }, 400],
  ['a length that is none', { 'upload-length': '-1' }, 400],
  ['more than MAX_UPLOAD_MB', { 'upload-length': String(10_240 * 1024 * 1024 + 1) }, 413],
  ['more than the plan holds', { 'upload-length': String(600 * 1024 * 1024) }, 400],
  ['no metadata', { 'upload-metadata': undefined }, 400],
  ['no name', { 'upload-metadata': `version ${base64(1)}` }, 400],
  ['no version of mine', { 'upload-metadata': `filename ${base64('x')},version ${base64(999_999)}` }, 404],
  ['another version of tus', { 'tus-resumable': '0.2.2' }, 412],
  ['no CSRF token', { 'x-csrftoken': '' }, 403],
])('creation with %s is refused', async (_, changes, status) => {
  const headers = {
    ...TUS,
    'upload-length': '10',
    'upload-metadata': `filename ${base64('x')},version ${base64(versionId)}`,
    ...changes,
  };
  const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await owner.browser.post('/api/uploads/', undefined, Object.fromEntries(given));
  expect(response.statusCode).toBe(status);
  expect(Object.keys(response.json())).not.toContain('statusCode');
  expect(await tus.reserved()).toBe(0);
});

test('a piece is refused at the wrong offset, beyond the end and with another content type', async () => {
  const url = await tus.begin(10);
  expect((await tus.patch(url, 5, Buffer.from('x'))).statusCode).toBe(409);
  expect((await tus.patch(url, 0, Buffer.alloc(11))).statusCode).toBe(400);
  const wrongKind = await owner.browser.request({
    method: 'PATCH',
    url,
    payload: 'x',
    headers: { ...TUS, 'content-type': 'text/plain', 'upload-offset': '0' },
  });
  expect(wrongKind.statusCode).toBe(415);
  const nowhere = await owner.browser.request({ method: 'PATCH', url, payload: 'x', headers: OCTETS });
  expect(nowhere.statusCode).toBe(400);
  expect((await tus.head(url)).headers['upload-offset']).toBe('0');
  await owner.browser.request({ method: 'DELETE', url, headers: TUS });
});

test('an upload is visible only to the user who created it', async () => {
  const url = await tus.begin(10);
  const stranger = await createFreelancer(setup);
  const customer = await createCustomer(setup, { owner });
  for (const person of [stranger, customer]) {
    expect((await tus.head(url, person)).statusCode).toBe(404);
    expect((await tus.patch(url, 0, Buffer.from('x'), person)).statusCode).toBe(404);
    expect((await person.browser.request({ method: 'DELETE', url, headers: TUS })).statusCode).toBe(404);
    expect((await tus.create(10, { person })).statusCode).toBe(404);
  }
  const guest = createBrowser(setup.app);
  for (const headers of [TUS, {}])
    expect((await guest.request({ method: 'HEAD', url, headers })).statusCode).toBe(401);
  expect((await tus.head('/api/uploads/nonsense')).statusCode).toBe(404);
  await owner.browser.request({ method: 'DELETE', url, headers: TUS });
});

test("anybody may ask for the server's abilities", async () => {
  const response = await createBrowser(setup.app).request({ method: 'OPTIONS', url: '/api/uploads/' });
  expect(response.statusCode).toBe(204);
  expect(response.headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,termination,expiration',
    'tus-max-size': String(10_240 * 1024 * 1024),
  });
  expect(response.headers['access-control-allow-origin']).toBeUndefined();
});

test('a freelancer has at most 50 open uploads, whatever number and size those of others have', async () => {
  // All but 100 bytes of their own space.
  const ofOthers = await tus.begin(512 * 1024 * 1024 - 100);
  const person = await createFreelancer(setup);
  const version = (await createVersion(setup, { project: await createProject(setup, { owner: person }) })).id;
  const responses = await Promise.all(Array.from({ length: 53 }, () => tus.create(10, { person, version })));
  const statuses = responses.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(50);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  await owner.browser.request({ method: 'DELETE', url: ofOthers, headers: TUS });
});

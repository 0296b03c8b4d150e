import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { MAX_CHOSEN_FILES } from '@vitrin/shared/rules/chosen-files.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { unzip } from '@vitrin/engine/testing/unzip.ts';

/** Files of the version, in its order; the first two have the same name. */
let ids: number[];

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const owner = await setup.createFreelancer();
const customer = await setup.createCustomer({ owner });
const project = await setup.createProject({ owner, customer, name: 'Poster' });
const version = await setup.createVersion({ project, version_number: '2.0' });
const other = await setup.createVersion({ project, version_number: '1.0' });
const others = await uploadTo(owner.browser, other.id, Buffer.from('old'), 'old.txt');

beforeEach(async () => {
  await setup.db.deleteFrom('files').where('version_id', '=', version.id).execute();
  ids = [];
  for (const name of ['same.bin', 'same.bin', 'third.bin'])
    ids.push((await uploadTo(owner.browser, version.id, randomBytes(100_000), name)).id);
});

const urlOf = (files: string) => `/api/versions/${version.id}/zip/?files=${files}`;
const namesIn = async (archive: Buffer) => (await unzip('-Z1', archive)).trim().split('\n');

test('the archive of chosen files contains them whole, in the order of the version', async () => {
  const [first = 0, , third = 0] = ids;
  const { statusCode, headers, rawPayload } = await customer.browser.get(urlOf(`${third},${first}`));
  expect(statusCode).toBe(200);
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(headers['content-disposition']).toContain('Poster 2.0.zip');
  expect(await unzip('-tq', rawPayload)).toContain('No errors');
  expect(await namesIn(rawPayload)).toEqual(['same.bin', 'third.bin']);
});

test('the order and a repeat of the ids change neither the bytes nor the tag', async () => {
  const [first, second] = ids;
  const asked = [`${first},${second}`, `${second},${first},${second}`];
  const [one, two] = await Promise.all(asked.map((files) => customer.browser.get(urlOf(files))));
  expect(one?.headers.etag).toBeDefined();
  expect(two?.headers.etag).toBe(one?.headers.etag);
  expect(two?.rawPayload.equals(one?.rawPayload ?? Buffer.alloc(0))).toBe(true);
});

test('another choice has another tag, and a range of one is not continued with the other', async () => {
  const [first, second, third] = ids;
  const whole = await customer.browser.get(urlOf(`${first},${second}`));
  const { etag = '' } = whole.headers;
  const rest = { range: 'bytes=5000-', 'if-range': etag };
  const resumed = await customer.browser.get(urlOf(`${first},${second}`), rest);
  expect(resumed.statusCode).toBe(206);
  expect(resumed.rawPayload.equals(whole.rawPayload.subarray(5000))).toBe(true);
  const other = await customer.browser.get(urlOf(`${first},${third}`), rest);
  expect(other.statusCode).toBe(200);
  expect(other.headers.etag).not.toBe(etag);
  expect((await customer.browser.get(urlOf(ids.join(',')))).headers.etag).toBe(
    (await customer.browser.get(`/api/versions/${version.id}/zip/`)).headers.etag,
  );
});

test('the archive of chosen files stays the same when another file is added', async () => {
  const url = urlOf(`${ids[0]},${ids[2]}`);
  const { etag = '' } = (await customer.browser.get(url)).headers;
  await uploadTo(owner.browser, version.id, Buffer.from('new'), 'same.bin');
  expect((await customer.browser.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
});

test.each([
  ['of another version', () => others.id],
  ['that is not there', () => 2_000_000_000],
])('a chosen file %s makes the whole choice not found', async (_what, id) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode } = await customer.browser.request({ method, url: urlOf(`${ids[0]},${id()}`) });
    expect(statusCode).toBe(404);
  }
});

test('a deleted file ends the archives it was chosen for, and no other', async () => {
  const [first, second, third] = ids;
  expect((await owner.browser.delete(`/api/files/${second}/`)).statusCode).toBe(204);
  expect((await customer.browser.get(urlOf(`${first},${second}`))).statusCode).toBe(404);
  expect((await customer.browser.get(urlOf(`${first},${third}`))).statusCode).toBe(200);
});

test.each([
  ['nothing', ''],
  ['a word', 'all'],
  ['zero', '0'],
  ['an id beyond any', '9999999999'],
  ['an empty place', '1,,2'],
  ['a comma at the end', '1,'],
  ['64 KB of an id', '1'.repeat(10_000)],
  ['too many ids', Array.from({ length: MAX_CHOSEN_FILES + 1 }, () => '1').join(',')],
  ['a list that is too long', Array.from({ length: 1500 }, () => '123456789').join(',')],
])('a choice of %s is refused', async (_what, files) => {
  expect((await customer.browser.get(urlOf(files))).statusCode).toBe(400);
});

test('the largest allowed choice of files makes one archive', async () => {
  const [first = 0] = ids;
  const { id: _id, ...row } = await setup.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow();
  const copies = Array.from({ length: MAX_CHOSEN_FILES - 1 }, (_none, index) => ({
    ...row,
    storage_key: `${index}-${row.storage_key}`,
  }));
  const made = await setup.db.insertInto('files').values(copies).returning('id').execute();
  // The copies have no bytes, so only the beginning can be read.
  const { statusCode, headers } = await customer.browser.get(
    urlOf([first, ...made.map(({ id }) => id)].join(',')),
    { range: 'bytes=0-9' },
  );
  expect(statusCode).toBe(206);
  const [, size] = String(headers['content-range']).split('/');
  expect(Number(size)).toBeGreaterThan(MAX_CHOSEN_FILES * 100_000);
});

import { expect, test } from 'vitest';
import { unzip } from '@vitrin/engine/testing/unzip.ts';
import type { Link } from '@vitrin/shared/contract/links.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { MAX_ADDRESS_LENGTH } from '@vitrin/shared/rules/links/link-address.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { dataIn, filesIn, TAKEN } from '../../../testing/pages/offline-copies.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { writeDeliveries } from '../../deliveries/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A version with a file `a.txt`, and what adds links to it. */
async function createScene() {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('a'), 'a.txt');
  const add = async (title: string, address = 'https://vimeo.com/1', section: number | null = null) => {
    const body = { title, address, section, version: version.id };
    return (await owner.browser.post('/api/links/', body)).json<Link>();
  };
  const addSection = async (name: string) =>
    (await owner.browser.post('/api/sections/', { name, version: version.id })).json<Section>().id;
  const url = `/api/versions/${version.id}/zip/`;
  const zip = () => customer.browser.get(url);
  return { owner, customer, project, version, file, add, addSection, url, zip };
}

const namesIn = async (archive: Buffer) => (await unzip('-Z1', archive)).trim().split('\n');

test('the zip of a version has a file for each link, with its address, in the folder of its section', async () => {
  const { customer, add, addSection, url, zip } = await createScene();
  const section = await addSection('Films');
  await add('Making of', 'https://youtu.be/x?a=1&b=%0A', section);
  await add('Board');
  const { rawPayload, headers } = await zip();
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(await unzip('-tq', rawPayload)).toContain('No errors');
  expect(await namesIn(rawPayload)).toEqual(['a.txt', 'Films/Making of.url', 'Board.url']);
  const entries = await filesIn(customer.browser, url);
  expect(entries.get('Films/Making of.url')?.bytes.toString()).toBe(
    '[InternetShortcut]\r\nURL=https://youtu.be/x?a=1&b=%0A\r\n',
  );
});

test('names of links are safe on every system and differ from those of files', async () => {
  const { owner, version, add, zip } = await createScene();
  await uploadTo(owner.browser, version.id, Buffer.from('x'), 'board.url');
  for (const title of [
    'Board',
    'BOARD',
    '../../etc/passwd',
    'C:\\a',
    'con',
    '.',
    '\u202Egpj.x',
    'ş'.repeat(200),
  ])
    await add(title);
  const names = await namesIn((await zip()).rawPayload);
  expect(names.slice(0, -1)).toEqual([
    'a.txt',
    'board.url',
    'Board (2).url',
    'BOARD (3).url',
    '..-..-etc-passwd.url',
    'C_-a.url',
    'con_.url',
    '..url',
    'gpj.x.url',
  ]);
  expect(names.at(-1)).toMatch(/^ş+\.url$/);
  expect(Buffer.byteLength(names.at(-1) ?? '')).toBeLessThanOrEqual(240);
});

test('a zip with links is intact after interruptions, and a changed link makes another zip', async () => {
  const { owner, customer, add, addSection, url, zip } = await createScene();
  const long = `https://vimeo.com/${'a'.repeat(MAX_ADDRESS_LENGTH - 18)}`;
  const { id } = await add('Film', long);
  await add('Film', long);
  const whole = await zip();
  const { etag = '' } = whole.headers;
  const pieces: Buffer[] = [];
  for (let start = 0; start < whole.rawPayload.length; start += 700) {
    const piece = await customer.browser.get(url, {
      range: `bytes=${start}-${start + 699}`,
      'if-range': etag,
    });
    expect(piece.statusCode).toBe(206);
    pieces.push(piece.rawPayload);
  }
  expect(Buffer.concat(pieces).equals(whole.rawPayload)).toBe(true);
  expect((await customer.browser.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  const section = await addSection('Web');
  const tags = new Set([etag]);
  for (const change of [{ title: 'Other' }, { address: 'https://vimeo.com/2' }, { section }, { order: 2 }]) {
    await owner.browser.patch(`/api/links/${id}/`, change);
    tags.add((await zip()).headers.etag ?? '');
  }
  await owner.browser.delete(`/api/links/${id}/`);
  tags.add((await zip()).headers.etag ?? '');
  expect(tags.size).toBe(6);
});

test('a zip of chosen files has no links, and a version of links alone has a zip', async () => {
  const { owner, file, customer, add, url, zip } = await createScene();
  await add('Film');
  expect(await namesIn((await customer.browser.get(`${url}?files=${file.id}`)).rawPayload)).toEqual([
    'a.txt',
  ]);
  await owner.browser.delete(`/api/files/${file.id}/`);
  expect(await namesIn((await zip()).rawPayload)).toEqual(['Film.url']);
});

test('a link in a zip does not count as a delivered file', async () => {
  const { customer, version, file, add, url } = await createScene();
  await add('Film');
  await customer.browser.get(`${url}?download=1`);
  await writeDeliveries(setup.context);
  const { db } = setup;
  const rows = await db
    .selectFrom('deliveries')
    .select(['file_id', 'size_bytes'])
    .where('version_id', '=', version.id)
    .execute();
  expect(rows).toEqual([{ file_id: file.id, size_bytes: 1 }]);
});

test('an offline copy has the links of each version as files, and in its page', async () => {
  const { owner, customer, project, add } = await createScene();
  const { id } = await add('Film & "co"', 'https://vimeo.com/?a=1&b');
  const url = `/api/projects/${project.id}/offline/?taken=${TAKEN}`;
  const entries = await filesIn(customer.browser, url);
  const path = [...entries.keys()].find((name) => name.endsWith('.url')) ?? '';
  expect(path).toMatch(/^Version .*\/Film & _co_\.url$/);
  expect(entries.get(path)?.bytes.toString()).toContain('URL=https://vimeo.com/?a=1&b\r\n');
  expect(dataIn(entries).project.versions[0]?.links).toMatchObject([{ id, host: 'vimeo.com' }]);
  const { etag } = (await customer.browser.get(url)).headers;
  await owner.browser.patch(`/api/links/${id}/`, { address: 'https://vimeo.com/2' });
  expect((await customer.browser.get(url)).headers.etag).not.toBe(etag);
});

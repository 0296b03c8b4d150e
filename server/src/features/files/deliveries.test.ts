import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { uploadTo } from '../../testing/forms.ts';
import { listen, type LiveServer } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';

const MIB = 1024 * 1024;
const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' };

const setup = await sharedTestApp();
const server = await listen(setup.app);
/** The customer of the running test; a connection of the previous one may still receive bytes. */
let shown: { id: number } | undefined;
afterEach(() => (shown = undefined));

async function createScene(bytes = randomBytes(10_000)) {
  const scene = await setup.createDelivery();
  shown = scene.customer;
  const file = await uploadTo(scene.owner.browser, scene.version.id, bytes);
  return { ...scene, file, url: `${file.file}?download=1`, size: bytes.length };
}

/** Recorded deliveries, by file and device. */
async function recorded() {
  await writeDeliveries(setup.context);
  return setup.db
    .selectFrom('deliveries')
    .select(['user_id', 'file_id', 'device', 'covered_bytes', 'completed_at'])
    .where('user_id', '=', shown?.id ?? 0)
    .orderBy('file_id')
    .orderBy('device')
    .execute();
}

const covered = async () => (await recorded()).map(({ covered_bytes }) => covered_bytes);
const completed = async () => (await recorded()).map(({ completed_at }) => completed_at !== null);

/** Reads at least this many bytes of a range and breaks the connection. */
async function fetchAndCut(
  browser: Parameters<LiveServer['open']>[0],
  url: string,
  range: string,
  least: number,
) {
  const request = server.open(browser, 'GET', url, { range });
  request.on('error', () => {});
  request.end();
  let read = 0;
  await new Promise<void>((resolve) => {
    request.once('response', (response) => {
      response.on('error', () => {});
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read < least) return;
        request.destroy();
        resolve();
      });
    });
  });
  return read;
}

test('a download interrupted nine times and resumed is complete with its last byte, and counts once', async () => {
  const { customer, url, size } = await createScene(randomBytes(20 * MIB));
  let offset = 0;
  for (let cut = 0; cut < 9; cut += 1) {
    offset += await fetchAndCut(customer.browser, url, `bytes=${offset}-${size - 2}`, 2 * MIB);
    expect(await completed()).toEqual([false]);
    setup.advance(60);
  }
  await server.send(customer.browser, 'GET', url, { range: `bytes=${offset}-${size - 2}` });
  await expect.poll(covered).toEqual([size - 1]);
  expect(await completed()).toEqual([false]);
  setup.advance(60);
  const last = setup.context.now().toISOString();
  await server.send(customer.browser, 'GET', url, { range: `bytes=${size - 1}-` });
  await expect.poll(completed).toEqual([true]);
  setup.advance(60);
  await server.send(customer.browser, 'GET', url);
  await writeDeliveries(setup.context);
  expect((await recorded()).map(({ completed_at }) => completed_at)).toEqual([last]);
});

test('bytes lost to a broken connection do not count', async () => {
  const { customer, url, size } = await createScene(randomBytes(40 * MIB));
  const read = await fetchAndCut(customer.browser, url, 'bytes=0-', MIB);
  const [bytes = 0] = await covered();
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(size);
  expect(read).toBeLessThan(size);
});

test('overlapping ranges count once, in whatever order they arrive', async () => {
  const { customer, url } = await createScene();
  for (const [range, bytes] of [
    ['bytes=5000-7999', 3000],
    ['bytes=0-5999', 8000],
    ['bytes=7000-7999', 8000],
    ['bytes=-1000', 9000],
  ] as const) {
    await customer.browser.get(url, { range });
    expect(await covered()).toEqual([bytes]);
  }
  await customer.browser.get(url, { range: 'bytes=8000-8999' });
  expect(await completed()).toEqual([true]);
});

test('a repeated download changes no time, even before anything was written', async () => {
  const { customer, url } = await createScene();
  await customer.browser.get(url);
  const complete = setup.context.now().toISOString();
  setup.advance(60);
  await customer.browser.get(url, { range: 'bytes=0-0' });
  expect((await recorded()).map(({ completed_at }) => completed_at)).toEqual([complete]);
});

test('two kinds of device are two deliveries', async () => {
  const { customer, url } = await createScene();
  await customer.browser.get(url, { range: 'bytes=0-4999', ...PHONE });
  await customer.browser.get(url, { range: 'bytes=5000-' });
  const stored = (await recorded()).map(({ device, covered_bytes, completed_at }) => [
    device,
    covered_bytes,
    completed_at,
  ]);
  expect(stored).toEqual([
    ['computer', 5000, null],
    ['phone', 5000, null],
  ]);
});

test('a zip delivers each of its files, even one without bytes', async () => {
  const { owner, customer, version, file } = await createScene();
  const empty = await uploadTo(owner.browser, version.id, Buffer.alloc(0), 'empty.txt');
  const second = await uploadTo(owner.browser, version.id, randomBytes(5000), 'second.bin');
  const zip = `/api/versions/${version.id}/zip/`;
  const whole = await customer.browser.get(zip);
  const at = whole.rawPayload.indexOf('second.bin') - 30;
  await writeDeliveries(setup.context);
  await setup.db.deleteFrom('deliveries').execute();

  await customer.browser.get(zip, { range: `bytes=0-${at - 1}` });
  expect((await recorded()).map((row) => [row.file_id, row.completed_at !== null])).toEqual([
    [file.id, true],
    [empty.id, true],
  ]);
  await customer.browser.get(zip, { range: `bytes=${at}-` });
  expect((await recorded()).map((row) => [row.file_id, row.completed_at !== null])).toEqual([
    [file.id, true],
    [empty.id, true],
    [second.id, true],
  ]);
});

test('looking, HEAD, thumbnails, cached bytes, refusals and the freelancer deliver nothing', async () => {
  const { owner, customer, version, file, url } = await createScene();
  const { etag = '' } = (await owner.browser.get(url)).headers;
  await owner.browser.get(`/api/versions/${version.id}/zip/`);
  await customer.browser.get(file.file);
  await customer.browser.request({ method: 'HEAD', url });
  await customer.browser.request({ method: 'HEAD', url: `/api/versions/${version.id}/zip/` });
  await customer.browser.get(`/api/files/${file.id}/thumbnail/`);
  await customer.browser.get(url, { 'if-none-match': etag });
  await customer.browser.get(url, { range: 'bytes=10000-' });
  const other = await setup.createCustomer({ owner });
  expect((await other.browser.get(url)).statusCode).toBe(404);
  expect(await recorded()).toEqual([]);
  const others = setup.db.selectFrom('deliveries').select('id').where('user_id', 'in', [owner.id, other.id]);
  expect(await others.execute()).toEqual([]);
});

test('the address of another project, and a deleted file or person, do not affect other deliveries', async () => {
  const { owner, customer, url, file } = await createScene();
  const project = await setup.createProject({ owner, customer });
  const gone = await uploadTo(owner.browser, (await setup.createVersion({ project })).id, randomBytes(10));
  const former = await setup.createDelivery();
  const left = await uploadTo(former.owner.browser, former.version.id, randomBytes(10));
  await customer.browser.get(`${gone.file}?download=1`);
  await former.customer.browser.get(`${left.file}?download=1`);
  await customer.browser.get(url);
  await owner.browser.delete(`/api/projects/${project.id}/`);
  await former.owner.browser.patch(`/api/projects/${former.project.id}/`, { customer_id: null });
  await setup.db.deleteFrom('users').where('id', '=', former.customer.id).execute();
  expect((await recorded()).map(({ file_id }) => file_id)).toEqual([file.id]);
});

test('waiting deliveries are written without a request within about a second', async () => {
  const { customer, url } = await createScene();
  await customer.browser.get(url);
  const ofCustomer = setup.db.selectFrom('deliveries').select('id').where('user_id', '=', customer.id);
  const count = async () => (await ofCustomer.execute()).length;
  await expect.poll(count, { timeout: 10_000 }).toBe(1);
});

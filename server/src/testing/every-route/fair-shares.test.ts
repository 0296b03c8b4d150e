import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { releaseBlock } from '@vitrin/engine/bytes/block-pool.ts';
import { downloadBlocks, slowReaderBlocks, uploadBlocks } from '@vitrin/engine/bytes/transfer-blocks.ts';
import type { Browser } from '../browser.ts';
import { formBody, uploadTo } from '../forms.ts';
import { answerOf, listen } from '../live-server.ts';
import { drawn } from '../pictures.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const MIB = 1024 * 1024;
const PATIENTLY = { timeout: 30_000 };

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const server = await listen(setup.app);

/** The answers to the same request, sent this often at once, and then once by another user. */
async function crowdAndOther(
  times: number,
  crowd: readonly Browser[],
  other: Browser,
  ask: (browser: Browser) => ReturnType<Browser['get']>,
) {
  const order: string[] = [];
  const note = (name: string) => async (browser: Browser) => {
    const { statusCode, headers } = await ask(browser);
    order.push(name);
    return { statusCode, wait: headers['retry-after'] };
  };
  const answers = Array.from({ length: times / crowd.length }, () => crowd.map(note('crowd'))).flat();
  const single = note('other')(other);
  return { crowd: await Promise.all(answers), other: await single, order };
}

const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

test('a freelancer who sends logos continuously does not delay the logo of another', async () => {
  const [ada, eve] = [await setup.createFreelancer(), await setup.createFreelancer()];
  const form = formBody(['logo', await drawn(), 'logo']);
  const send = ({ request }: Browser) => request({ method: 'POST', url: '/api/face/logo/', ...form });
  const answers = await crowdAndOther(6, [ada.browser], eve.browser, send);
  expect(statusesOf(answers.crowd)).toEqual([200, 200, 200, 429, 429, 429]);
  expect(answers.crowd.find(({ statusCode }) => statusCode === 429)?.wait).toBe('5');
  expect(answers.other.statusCode).toBe(200);
  expect(answers.order.lastIndexOf('crowd')).toBeGreaterThan(answers.order.indexOf('other'));
});

test('a freelancer who requests receipts continuously does not delay the receipt of another', async () => {
  const mine = await setup.createDelivery();
  const theirs = await setup.createDelivery();
  const projectOf = new Map([
    [mine.owner.browser, mine.project.id],
    [theirs.owner.browser, theirs.project.id],
  ]);
  const answers = await crowdAndOther(6, [mine.owner.browser], theirs.owner.browser, (browser) =>
    browser.get(`/api/projects/${projectOf.get(browser)}/receipt/?format=pdf`),
  );
  expect(statusesOf(answers.crowd)).toEqual([200, 200, 200, 429, 429, 429]);
  expect(answers.other.statusCode).toBe(200);
  expect(answers.order.lastIndexOf('crowd')).toBeGreaterThan(answers.order.indexOf('other'));
});

test('a freelancer and own clients who request copies continuously do not delay the copy of another', async () => {
  const mine = await setup.createDelivery();
  const theirs = await setup.createDelivery();
  await uploadTo(mine.owner.browser, mine.version.id, randomBytes(1000));
  // A copy waits for the checksums of its files.
  await setup.runJobs();
  const address = `/api/projects/${mine.project.id}/offline/`;
  const crowd = [mine.owner.browser, mine.customer.browser];
  const answers = await crowdAndOther(8, crowd, theirs.customer.browser, (browser) =>
    browser.get(
      browser === theirs.customer.browser ? `/api/projects/${theirs.project.id}/offline/` : address,
    ),
  );
  expect(new Set(statusesOf(answers.crowd))).toEqual(new Set([200]));
  expect(answers.other.statusCode).toBe(200);
  expect(answers.order.at(-1)).toBe('crowd');
});

/** Takes every block that a tenant may hold. */
function holdAll(tenant: string): Buffer[] {
  return [uploadBlocks, downloadBlocks, slowReaderBlocks].flatMap((pool) => {
    const blocks: Buffer[] = [];
    for (let block = pool.tryAcquire({ tenant }); block; block = pool.tryAcquire({ tenant }))
      blocks.push(block);
    return blocks;
  });
}

test('uploads and downloads of a freelancer and own clients share their blocks, and leave others theirs', async () => {
  const mine = await setup.createDelivery();
  const theirs = await setup.createDelivery();
  const bytes = randomBytes(2 * MIB);
  const file = await uploadTo(mine.owner.browser, mine.version.id, bytes);
  const other = await uploadTo(theirs.owner.browser, theirs.version.id, bytes);
  const held = holdAll(`user ${mine.owner.id}`);
  let ended = 0;
  const form = formBody(['version', `${mine.version.id}`], ['file', bytes, 'a.bin']);
  const upload = server.open(mine.owner.browser, 'POST', '/api/files/', {
    ...form.headers,
    'content-length': form.payload.length,
  });
  const download = server.open(mine.customer.browser, 'GET', file.file);
  const answers = [upload, download].map(async (request) => {
    const answer = await answerOf(request);
    ended += 1;
    return answer;
  });
  upload.end(form.payload);
  download.end();
  await expect
    .poll(() => uploadBlocks.counts().waiting + slowReaderBlocks.counts().waiting, PATIENTLY)
    .toBe(2);

  const got = await server.send(theirs.customer.browser, 'GET', other.file);
  expect(got.body.equals(bytes)).toBe(true);
  await uploadTo(theirs.owner.browser, theirs.version.id, bytes);
  expect(ended).toBe(0);
  held.forEach(releaseBlock);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 200]);
});

import { beforeEach, expect, test } from 'vitest';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const QUIET_SECONDS = 5 * 60;
const DAY_SECONDS = 24 * 3600;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let owner: Person;
let customer: Person;
let email: string;
let project: { id: number };
beforeEach(async () => {
  ({ owner, customer, project } = await setup.createDelivery());
  email = await setup.addAddress(customer);
});

const inSeconds = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();
const set = (id: number, ready_at: string | null) =>
  owner.browser.patch(`/api/versions/${id}/`, { ready_at });
const upload = (id: number) => uploadTo(owner.browser, id, Buffer.from('work'), 'work.bin');

async function create(ready_at: string | null): Promise<number> {
  const input = { project: project.id, version_number: '2', ready_at };
  const { id } = (await owner.browser.post('/api/versions/', input)).json<Version>();
  await upload(id);
  return id;
}

/** Number of mails the client has received after this time. */
async function mailsAfter(seconds: number): Promise<number> {
  setup.advance(seconds);
  await setup.runJobs();
  return setup.mails.filter(({ to }) => to === email).length;
}

test('a draft sends no notice, and one when it is made ready', async () => {
  const id = await create(null);
  expect(await mailsAfter(DAY_SECONDS)).toBe(0);
  await set(id, 'now');
  expect(await mailsAfter(QUIET_SECONDS - 1)).toBe(0);
  expect(await mailsAfter(1)).toBe(1);
  expect(await mailsAfter(DAY_SECONDS)).toBe(1);
});

test('a scheduled version is announced once, five minutes after its time, however long no file has arrived', async () => {
  await create(inSeconds(DAY_SECONDS));
  expect(await mailsAfter(QUIET_SECONDS)).toBe(0);
  expect(await mailsAfter(DAY_SECONDS - 1)).toBe(0);
  expect(await mailsAfter(1)).toBe(1);
  expect(await mailsAfter(DAY_SECONDS)).toBe(1);
});

test('files that arrive after its time delay the mail', async () => {
  const id = await create(inSeconds(60));
  setup.advance(120);
  await upload(id);
  expect(await mailsAfter(QUIET_SECONDS - 1)).toBe(0);
  expect(await mailsAfter(1)).toBe(1);
});

test('an earlier time moves the mail forward, a later one delays it', async () => {
  const id = await create(inSeconds(2 * DAY_SECONDS));
  await set(id, inSeconds(DAY_SECONDS));
  await set(id, inSeconds(3 * DAY_SECONDS));
  expect(await mailsAfter(DAY_SECONDS + QUIET_SECONDS)).toBe(0);
  await set(id, 'now');
  expect(await mailsAfter(QUIET_SECONDS - 1)).toBe(0);
  expect(await mailsAfter(1)).toBe(1);
  expect(await mailsAfter(5 * DAY_SECONDS)).toBe(1);
});

test('a version withdrawn within five minutes is not announced, but is once it is ready again', async () => {
  const id = await create('now');
  await set(id, null);
  expect(await mailsAfter(QUIET_SECONDS)).toBe(0);
  await set(id, inSeconds(60));
  expect(await mailsAfter(60 + QUIET_SECONDS)).toBe(1);
  await set(id, null);
  await set(id, 'now');
  expect(await mailsAfter(DAY_SECONDS)).toBe(1);
});

test('a version that gets a later time while it has no client sends its notice at that time', async () => {
  const id = await create(inSeconds(60));
  const assign = (customer_id: number | null) =>
    owner.browser.patch(`/api/projects/${project.id}/`, { customer_id });
  await assign(null);
  await set(id, inSeconds(DAY_SECONDS));
  await assign(customer.id);
  expect(await mailsAfter(60 + QUIET_SECONDS)).toBe(0);
  expect(await mailsAfter(DAY_SECONDS - 60)).toBe(1);
});

test('a version that gets a new time while its mail waits for the mail server is announced at that time', async () => {
  const id = await create('now');
  const { mailer } = setup.context;
  setup.context.mailer = { send: () => Promise.reject(new Error('The mail server is down')) };
  try {
    expect(await mailsAfter(QUIET_SECONDS)).toBe(0);
  } finally {
    setup.context.mailer = mailer;
  }
  await set(id, inSeconds(DAY_SECONDS));
  expect(await mailsAfter(3600)).toBe(0);
  expect(await mailsAfter(DAY_SECONDS - 3600)).toBe(0);
  expect(await mailsAfter(QUIET_SECONDS)).toBe(1);
});

test('a scheduled version has no notice that can be sent by hand', async () => {
  const id = await create(null);
  const reason = { detail: 'This version is not published yet: your client does not see it.' };
  for (const ask of [
    () => owner.browser.post(`/api/versions/${id}/tell/`),
    () => owner.browser.post(`/api/versions/${id}/reminder/`),
    () => owner.browser.get(`/api/versions/${id}/message/`),
  ]) {
    const answer = await ask();
    expect([answer.statusCode, answer.json()]).toEqual([409, reason]);
  }
  expect((await owner.browser.get(`/api/versions/${id}/notices/`)).json()).toMatchObject({
    ready: null,
    can_tell: false,
    can_remind: false,
  });
  expect(await mailsAfter(DAY_SECONDS)).toBe(0);
});

test('the three days of an unopened version begin at its time', async () => {
  const own = `${owner.username}@example.com`.toLowerCase();
  const unopened = () =>
    setup.mails.filter(({ to, subject }) => to === own && subject.includes('has not opened')).length;
  await create(inSeconds(2 * DAY_SECONDS));
  const draft = await create(null);
  await mailsAfter(4 * DAY_SECONDS);
  const early = unopened();
  await mailsAfter(DAY_SECONDS);
  expect([early, unopened()]).toEqual([0, 1]);
  await owner.browser.delete(`/api/versions/${draft}/`);
});

import { MailRefusedError } from '../../adapters/mail/mailer.ts';
import { expect, onTestFinished, test } from 'vitest';
import { timestampOf } from '../../context.ts';
import { noticeSteps } from '../../testing/notices/notice-steps.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeEvents } from '../events/service.ts';
import { hurryNotice } from './queries.ts';
import { claim } from './send.ts';
import { aboutVersion } from './write.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

const { createAddressedDelivery, upload, mailsTo, mailsAfterQuiet } = noticeSteps(setup);

test('jobs repeated after a crash send one notice of a version, and none that are switched off', async () => {
  const [notified, silent] = [await createAddressedDelivery(), await createAddressedDelivery()];
  const choose = (wanted: boolean) =>
    silent.owner.browser.patch('/api/notices/choices/', { notice: 'version_unopened', wanted });
  await choose(false);
  for (const { owner, version } of [notified, silent]) await upload(owner, version);
  setup.advance(3 * 24 * 3600);
  const own = `${silent.owner.username}@example.com`.toLowerCase();
  expect(await mailsTo(notified.email, own)).toHaveLength(1);
  await choose(true);
  const done = await setup.db
    .selectFrom('notices')
    .select(['id', 'kind'])
    .where('version_id', 'in', [notified.version.id, silent.version.id])
    .execute();
  expect(done.map(({ kind }) => kind)).toContain('version_unopened');
  const created_at = timestampOf(setup.context);
  const jobs = done.map(({ id }) => ({ kind: 'mail-notice', payload: JSON.stringify({ notice_id: id }) }));
  await setup.db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ ...job, run_at: created_at, created_at })))
    .execute();
  expect(await mailsTo(notified.email, own)).toHaveLength(1);
});

test('a user gets at most 20 notices in 24 hours; the others are sent the next day', async () => {
  const { owner, project, email } = await createAddressedDelivery();
  for (let count = 0; count < 23; count += 1) {
    const { id } = await setup.createMilestone({ project });
    await owner.browser.patch(`/api/milestones/${id}/`, { completed: true });
  }
  expect(await mailsAfterQuiet(email)).toHaveLength(20);
  setup.advance(12 * 3600);
  expect(await mailsTo(email)).toHaveLength(20);
  setup.advance(12 * 3600);
  expect(await mailsTo(email)).toHaveLength(23);
});

test('notices outdated by the time they are due do not count towards the limit', async () => {
  const { owner, project, email } = await createAddressedDelivery();
  const milestones: number[] = [];
  for (let count = 0; count < 25; count += 1) milestones.push((await setup.createMilestone({ project })).id);
  const complete = (id: number, completed: boolean) =>
    owner.browser.patch(`/api/milestones/${id}/`, { completed });
  for (const id of milestones) await complete(id, true);
  for (const id of milestones.slice(0, 20)) await complete(id, false);
  expect(await mailsAfterQuiet(email)).toHaveLength(5);
});

test('switched-off notices do not count towards the limit', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const now = timestampOf(setup.context);
  const dropped = { kind: 'first_look', user_id: owner.id, due_at: now, created_at: now } as const;
  const subjects = Array.from({ length: 20 }, (_, index) => 1_000_000 + index);
  await setup.db
    .insertInto('notices')
    .values(subjects.map((subject_id) => ({ ...dropped, subject_id, claimed_at: now, dropped_at: now })))
    .execute();
  await customer.browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
  await writeEvents(setup.context);
  expect(await mailsTo(`${owner.username}@example.com`.toLowerCase())).toHaveLength(1);
});

test('a mail that is being sent is not made due or claimed again', async () => {
  const { owner, customer, version, email } = await createAddressedDelivery();
  const { mailer } = setup.context;
  onTestFinished(() => void (setup.context.mailer = mailer));
  setup.context.mailer = { send: () => Promise.reject(new Error('The mail server is down')) };
  await upload(owner, version);
  expect(await mailsAfterQuiet(email)).toEqual([]);
  // The check for sending by hand came a moment before it was claimed.
  const notice = aboutVersion(
    setup.context,
    'version_ready',
    customer.id,
    {
      project_id: version.project_id,
      version_id: version.id,
    },
    0,
  );
  expect(await hurryNotice(setup.db, notice)).toBeUndefined();
  const { id } = await setup.db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'version_ready')
    .where('version_id', '=', version.id)
    .executeTakeFirstOrThrow();
  await claim(setup.context, id);
  const payload = JSON.stringify({ notice_id: id });
  const jobs = setup.db.selectFrom('jobs').select('kind').where('payload', '=', payload);
  expect(await jobs.execute()).toEqual([{ kind: 'mail-notice' }]);
});

test('a refusal of the mail server is recorded, and the mail not retried', async () => {
  const { owner, version, email } = await createAddressedDelivery();
  const { mailer } = setup.context;
  onTestFinished(() => void (setup.context.mailer = mailer));
  setup.context.mailer = { send: () => Promise.reject(new MailRefusedError('550 no such user')) };
  await upload(owner, version);
  expect(await mailsAfterQuiet(email)).toEqual([]);
  setup.context.mailer = mailer;
  setup.advance(24 * 3600);
  expect(await mailsTo(email)).toEqual([]);
  const refused = setup.db
    .selectFrom('notices')
    .select(['sent_at', 'refusal'])
    .where('kind', '=', 'version_ready')
    .where('version_id', '=', version.id);
  expect(await refused.execute()).toEqual([{ sent_at: null, refusal: '550 no such user' }]);
});

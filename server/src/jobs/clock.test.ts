import { beforeEach, expect, test } from 'vitest';
import { MailServerAwayError } from '../adapters/mail/mailer.ts';
import { timestampIn } from '../context.ts';
import { sharedTestApp } from '../testing/shared-test-app.ts';
import { enqueue } from './enqueue.ts';
import { createJobWorker, type JobWorker } from './worker.ts';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

const setup = await sharedTestApp();
beforeEach(async () => {
  await setup.db.deleteFrom('jobs').execute();
  setup.mails.length = 0;
});

function createWorker(send: () => Promise<void>): JobWorker {
  return createJobWorker(setup.context, { 'send-mail': send });
}

const DAY_SECONDS = 24 * 3600;

test.each(['an hour', 'a day'])('a job enqueued by a clock that was %s ahead runs on time', async (jump) => {
  const seconds = jump === 'a day' ? DAY_SECONDS : 3600;
  const { context } = setup;
  await enqueue(context, 'send-mail', { ...mail, subject: 'Before' }, 2 * DAY_SECONDS);
  await setup.runJobs();
  setup.advance(seconds);
  await enqueue(context, 'send-mail', mail, 60);
  await setup.runJobs();
  setup.advance(-seconds);
  await setup.runJobs();
  expect(setup.mails).toEqual([]);
  setup.advance(60);
  await setup.runJobs();
  expect(setup.mails).toEqual([mail]);
});

test('a job that failed while the clock was ahead is retried after its pause', async () => {
  let attempts = 0;
  const worker = createWorker(async () => {
    attempts += 1;
    throw new Error('the mail server is down');
  });
  await enqueue(setup.context, 'send-mail', mail);
  setup.advance(DAY_SECONDS);
  await worker.runDue();
  setup.advance(-DAY_SECONDS);
  await worker.runDue();
  expect(attempts).toBe(1);
  setup.advance(5);
  await worker.runDue();
  expect(attempts).toBe(2);
});

test('mails that waited for their server while the clock was ahead wait no longer than a minute', async () => {
  let attempts = 0;
  const worker = createWorker(async () => {
    attempts += 1;
    throw new MailServerAwayError('nobody there');
  });
  for (let count = 0; count < 3; count += 1) await enqueue(setup.context, 'send-mail', mail);
  setup.advance(DAY_SECONDS);
  await worker.runDue();
  setup.advance(-DAY_SECONDS);
  await worker.runDue();
  setup.advance(60);
  await worker.runDue();
  expect(attempts).toBe(2);
});

test('the job of a worker killed while the clock was ahead is taken over like any other', async () => {
  const { context, db } = setup;
  setup.advance(1);
  await setup.runJobs();
  await enqueue(context, 'send-mail', mail);
  await db
    .updateTable('jobs')
    .set({ locked_until: timestampIn(context, DAY_SECONDS), attempts: 1 })
    .execute();
  // The clock goes back, after which all due times are checked.
  setup.advance(-1);
  await setup.runJobs();
  expect(setup.mails).toEqual([]);
  setup.advance(15 * 60 + 1);
  await setup.runJobs();
  expect(setup.mails).toEqual([mail]);
});

import { inTransaction } from '../database/transaction.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { enqueue } from './enqueue.ts';
import { createJobWorker, type JobWorker } from './worker.ts';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

let setup: TestApp;
beforeEach(async () => {
  setup = await createTestApp();
});
afterEach(() => setup.close());

function createWorker(send: () => Promise<void>): JobWorker {
  return createJobWorker(setup.context, { 'send-mail': send });
}

test('work happens exactly when the transaction that enqueued it commits', async () => {
  const { context } = setup;
  await expect(
    inTransaction(context, async (tx) => {
      await enqueue(tx, 'send-mail', mail);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await setup.runJobs();
  expect(setup.mails).toEqual([]);

  await inTransaction(context, (tx) => enqueue(tx, 'send-mail', mail));
  await setup.runJobs();
  await setup.runJobs();
  expect(setup.mails).toEqual([mail]);
});

test('a failing job is retried with growing pauses and stays visible once it is given up', async () => {
  const { context, db } = setup;
  let attempts = 0;
  const worker = createWorker(async () => {
    attempts += 1;
    throw new Error('the mail server is down');
  });
  await enqueue(context, 'send-mail', mail);
  await worker.runDue();
  await worker.runDue();
  expect(attempts).toBe(1);
  setup.advance(5);
  await worker.runDue();
  setup.advance(9);
  await worker.runDue();
  expect(attempts).toBe(2);
  for (let round = 0; round < 30; round += 1) {
    setup.advance(6 * 3600);
    await worker.runDue();
  }
  expect(attempts).toBe(20);
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'send-mail')
    .executeTakeFirstOrThrow();
  expect(job).toMatchObject({ last_error: 'the mail server is down', locked_until: null });
  expect(job.gave_up_at).not.toBeNull();
});

test('a job that always stops its server is given up', async () => {
  const { context, db } = setup;
  await enqueue(context, 'send-mail', mail);
  await db.updateTable('jobs').set({ attempts: 20 }).execute();
  await setup.runJobs();
  expect(setup.mails).toEqual([]);
  const job = await db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow();
  expect(job.gave_up_at).not.toBeNull();
});

test('a job delayed to later runs later', async () => {
  await enqueue(setup.context, 'send-mail', mail, 60);
  await setup.runJobs();
  expect(setup.mails).toEqual([]);
  setup.advance(60);
  await setup.runJobs();
  expect(setup.mails).toEqual([mail]);
});

test('many workers on one database run each job once', async () => {
  const sent: number[] = [];
  const workers = Array.from({ length: 5 }, (_, index) => createWorker(async () => void sent.push(index)));
  for (let count = 0; count < 20; count += 1) await enqueue(setup.context, 'send-mail', mail);
  await Promise.all(workers.map((worker) => worker.runDue()));
  expect(sent).toHaveLength(20);
});

test('the job of a killed worker is taken over when its lock has expired', async () => {
  const { context, db } = setup;
  await enqueue(context, 'send-mail', mail);
  await db.updateTable('jobs').set({ locked_until: '2026-11-20T10:15:00.000Z', attempts: 1 }).execute();
  await setup.runJobs();
  expect(setup.mails).toEqual([]);
  setup.advance(15 * 60 + 1);
  await setup.runJobs();
  expect(setup.mails).toEqual([mail]);
});

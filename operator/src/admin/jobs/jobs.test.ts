import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { enqueue } from '@vitrin/server/jobs/enqueue.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from '../commands.ts';

const setup = await sharedTestApp();

const LINK = 'https://portal.example.com/password-reset?token=SECRET';
const MAIL = { to: 'ada@example.com', subject: 'Your password', text: LINK, html: `<a href="${LINK}">x</a>` };

const lines: Record<string, unknown>[] = [];
const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
const run = (...words: string[]) => runCommand({ ...setup.context, log }, words);
const json = async (...words: string[]) =>
  JSON.parse(await run(...words, '--json')) as { count: number; results: Record<string, unknown>[] };

async function giveUp(kind: string, last_error = 'the mail server is away'): Promise<number> {
  const { id } = await setup.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const gave_up_at = setup.context.now().toISOString();
  await setup.db
    .updateTable('jobs')
    .set({ gave_up_at, attempts: 20, last_error })
    .where('id', '=', id)
    .execute();
  return id;
}

beforeEach(async () => {
  await setup.db.deleteFrom('jobs').execute();
  setup.mails.length = 0;
  lines.length = 0;
});

test('jobs that gave up are listed, waiting ones only on request', async () => {
  expect(await run('jobs', 'list')).toBe('No such job gave up.');
  await enqueue(setup.context, 'sweep-expired', {});
  await enqueue(setup.context, 'send-mail', MAIL);
  const id = await giveUp('send-mail', `550 refused ${LINK}`);
  expect((await json('jobs', 'list')).results).toMatchObject([{ id, kind: 'send-mail', attempts: 20 }]);
  expect(await json('jobs', 'list', '--waiting')).toMatchObject({ count: 2 });
  expect(await json('jobs', 'list', '--kind', 'sweep-expired')).toMatchObject({ count: 0 });
  expect(await json('jobs', 'list', '--waiting', '--kind', 'sweep-expired')).toMatchObject({ count: 1 });
  expect(await run('jobs', 'list')).toMatch(
    new RegExp(`^${id} +send-mail +gave up .+550 refused https://\\.\\.\\.$`, 'm'),
  );
});

test('long lists are split into pages', async () => {
  for (let count = 0; count < 51; count += 1) {
    await enqueue(setup.context, 'send-mail', MAIL);
    await giveUp('send-mail');
  }
  expect((await json('jobs', 'list')).results).toHaveLength(50);
  expect((await json('jobs', 'list', '--page', '2')).results).toHaveLength(1);
  expect((await json('mails', 'list', '--page', '2')).results).toHaveLength(1);
});

test('no output about a job contains anything to sign in with', async () => {
  await enqueue(setup.context, 'send-mail', MAIL);
  const id = await giveUp('send-mail', `refused ${LINK}`);
  for (const words of [
    ['jobs', 'list'],
    ['jobs', 'show', String(id)],
    ['mails', 'list'],
  ])
    for (const answer of [await run(...words), await run(...words, '--json')]) {
      expect(answer).not.toContain('SECRET');
      expect(answer).not.toContain('password-reset');
    }
  expect(await run('jobs', 'show', String(id))).toMatch(/^to +ada@example\.com\nsubject +Your password$/m);
});

test('lists in jobs are shown by their length, hostile text in one line, unknown fields not at all', async () => {
  await enqueue(setup.context, 'delete-objects', { keys: ['k1', 'k2'] });
  const deletion = await giveUp('delete-objects');
  expect(await json('jobs', 'show', String(deletion))).toMatchObject({ details: { keys: 2 } });
  const payload = JSON.stringify({ ...MAIL, subject: `a\u001b\n${'b'.repeat(64_000)}`, new_field: 'SECRET' });
  await enqueue(setup.context, 'send-mail', MAIL);
  const mail = await giveUp('send-mail');
  await setup.db.updateTable('jobs').set({ payload }).where('id', '=', mail).execute();
  const text = await run('jobs', 'show', String(mail));
  expect(text).toMatch(/^subject +a\?\?b+\.\.\.$/m);
  expect(text).not.toContain('SECRET');
  expect(text.length).toBeLessThan(1000);
});

test('a job is tried again with all its attempts, and is logged', async () => {
  await enqueue(setup.context, 'send-mail', MAIL);
  const id = await giveUp('send-mail');
  await setup.runJobs();
  expect(setup.mails).toEqual([]);
  expect(await run('jobs', 'retry', String(id))).toBe('Jobs that are tried again: 1.');
  expect(lines).toMatchObject([{ job: id, kind: 'send-mail', by: 'admin' }]);
  const { attempts } = await setup.db.selectFrom('jobs').select('attempts').executeTakeFirstOrThrow();
  expect(attempts).toBe(0);
  await setup.runJobs();
  expect(setup.mails).toEqual([MAIL]);
  await expect(run('jobs', 'retry', String(id))).rejects.toThrow(`There is no job ${id} that gave up.`);
});

test('jobs are retried by kind or all at once, and waiting ones are left alone', async () => {
  await enqueue(setup.context, 'send-mail', MAIL);
  await giveUp('send-mail');
  await enqueue(setup.context, 'sweep-expired', {});
  await giveUp('sweep-expired');
  await enqueue(setup.context, 'send-mail', MAIL, 3600);
  expect(await json('jobs', 'retry', '--kind', 'send-mail')).toEqual({ retried: 1 });
  await setup.runJobs();
  expect(setup.mails).toHaveLength(1);
  expect(await json('jobs', 'retry', '--all')).toEqual({ retried: 1 });
  expect(await json('jobs', 'list')).toMatchObject({ count: 0 });
});

test('a job is dropped once it gave up, and one that concerns money only with --yes', async () => {
  await enqueue(setup.context, 'send-mail', MAIL);
  const { id: waiting } = await setup.db.selectFrom('jobs').select('id').executeTakeFirstOrThrow();
  await expect(run('jobs', 'drop', String(waiting))).rejects.toThrow('that gave up');
  const id = await giveUp('send-mail');
  expect(await run('jobs', 'drop', String(id))).toBe(`Job ${id} (send-mail) is gone.`);
  await enqueue(setup.context, 'refund-payment', { payment_id: 1 });
  const refund = await giveUp('refund-payment');
  await expect(run('jobs', 'drop', String(refund))).rejects.toThrow(`Money hangs on job ${refund}`);
  expect(await json('jobs', 'list')).toMatchObject({ count: 1 });
  expect(await json('jobs', 'drop', String(refund), '--yes')).toEqual({
    dropped: refund,
    kind: 'refund-payment',
  });
  expect(await json('jobs', 'list', '--waiting')).toMatchObject({ count: 0 });
  expect(lines.map(({ msg }) => msg)).toEqual(['Job dropped', 'Job dropped']);
});

test('waiting mails and those that gave up are listed, with their recipients', async () => {
  expect(await run('mails', 'list')).toBe('No mail waits and none gave up. Sent mails are not kept.');
  await enqueue(setup.context, 'send-mail', MAIL);
  await giveUp('send-mail');
  await enqueue(setup.context, 'mail-password-reset', { email: 'grace@example.com', language: 'en' });
  await enqueue(setup.context, 'sweep-expired', {});
  expect((await json('mails', 'list')).results).toMatchObject([
    { to: 'grace@example.com', subject: 'mail-password-reset', state: 'waits' },
    {
      to: 'ada@example.com',
      subject: 'Your password',
      state: 'gave up',
      last_error: 'the mail server is away',
    },
  ]);
});

test('a mail that gave up is sent again, and nothing but mails', async () => {
  await enqueue(setup.context, 'send-mail', MAIL);
  const first = await giveUp('send-mail');
  await enqueue(setup.context, 'send-mail', { ...MAIL, to: 'grace@example.com' });
  await giveUp('send-mail');
  await enqueue(setup.context, 'sweep-expired', {});
  const sweep = await giveUp('sweep-expired');
  await expect(run('mails', 'resend', String(sweep))).rejects.toThrow(
    `There is no mail ${sweep} that gave up.`,
  );
  expect(await run('mails', 'resend', String(first))).toBe(`Mail ${first} is sent again.`);
  await setup.runJobs();
  expect(setup.mails.map(({ to }) => to)).toEqual(['ada@example.com']);
  expect(await json('mails', 'resend', '--all')).toEqual({ resent: 1 });
  await setup.runJobs();
  expect(setup.mails.map(({ to }) => to)).toEqual(['ada@example.com', 'grace@example.com']);
  expect(await json('jobs', 'list')).toMatchObject({ count: 1 });
});

import { expect, test } from 'vitest';
import type { SupportReceipt, SupportRequest } from '@vitrin/shared/contract/support.ts';
import { MailServerAwayError } from '../../adapters/mail/mailer.ts';
import { RateLimitedError } from '../../errors.ts';
import { drawn } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { inDrawingSlot } from '../pictures/drawing-slots.ts';
import { askSupport } from './service.ts';

const setup = await sharedTestApp();
const ASKED = { subject: 'A file does not open', text: 'It says <b>nothing</b>.\nPlease help.' };

test('a question is sent to the contact address with the facts needed to answer it', async () => {
  // Another account comes first in the table.
  await setup.createFreelancer();
  const ada = await setup.createFreelancer();
  await setup.putOnPlan(ada, 'pro');
  const picture = (await drawn()).toString('base64');
  const answer = await ada.browser.post('/api/support/', { ...ASKED, pictures: [picture, picture] });
  expect(answer.statusCode).toBe(201);
  const { reference, answer_by } = answer.json<SupportReceipt>();
  expect(reference).toMatch(/^V-[2-9A-Z]{8}$/);
  expect(answer_by).toBeNull();
  await setup.runJobs();
  const mail = setup.mails.at(-1);
  expect(mail).toMatchObject({
    to: setup.context.config.contactEmail,
    replyTo: `${ada.username}@example.com`.toLowerCase(),
    subject: `[${reference}] A file does not open`,
    attachments: [
      { filename: 'picture-1.png', encoding: 'base64', contentType: 'image/png' },
      { filename: 'picture-2.png', encoding: 'base64', contentType: 'image/png' },
    ],
  });
  for (const word of [ASKED.text, 'Plan: Professional', 'Browser: ', 'Version: ', ada.username])
    expect(mail?.text).toContain(word);
  expect(mail?.html).toContain('&lt;b&gt;nothing&lt;/b&gt;');
});

test('an answer is promised by the plan and the support hours, and the list names it', async () => {
  const ada = await setup.createFreelancer();
  await setup.putOnPlan(ada, 'enterprise');
  await setup.db
    .updateTable('plan_capabilities')
    .set({ value: '2' })
    .where('capability', '=', 'support_hours')
    .execute();
  setup.context.config.supportHours = 'always';
  const { reference, answer_by } = (await ada.browser.post('/api/support/', ASKED)).json<SupportReceipt>();
  expect(answer_by).toBe(new Date(setup.context.now().getTime() + 2 * 3600 * 1000).toISOString());
  const list = async (person: typeof ada) =>
    (await person.browser.get('/api/support/')).json<SupportRequest[]>();
  expect(await list(ada)).toEqual([
    { ...ASKED, reference, answer_by, pictures: 0, created_at: setup.context.now().toISOString() },
  ]);
  expect(await list(await setup.createFreelancer())).toEqual([]);
  setup.context.config.supportHours = undefined;
});

test('ten questions a day are accepted, and the next one a day after the first', async () => {
  const ada = await setup.createFreelancer();
  const ask = async () => (await ada.browser.post('/api/support/', ASKED)).statusCode;
  for (let asked = 0; asked < 10; asked += 1) expect(await ask()).toBe(201);
  expect(await ask()).toBe(429);
  // The eleventh is refused before its pictures are drawn.
  const unreadable = { ...ASKED, pictures: [Buffer.from('<svg/>').toString('base64')] };
  expect((await ada.browser.post('/api/support/', unreadable)).statusCode).toBe(429);
  setup.advance(24 * 3600 + 1);
  expect(await ask()).toBe(201);
});

test('ten of many simultaneous questions are accepted', async () => {
  const ada = await setup.createFreelancer();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ada.browser.post('/api/support/', ASKED)),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
});

test('a question that waits for its picture while the tenth one is asked is refused', async () => {
  const ada = await setup.createFreelancer();
  const ask = async () => (await ada.browser.post('/api/support/', ASKED)).statusCode;
  for (let asked = 0; asked < 9; asked += 1) expect(await ask()).toBe(201);
  const [drawing, counted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = inDrawingSlot(ada.tenant, () => drawing.promise);
  const picture = (await drawn()).toString('base64');
  const withPicture = {
    ...ASKED,
    get pictures() {
      counted.resolve();
      return [picture];
    },
  };
  const waiting = Promise.allSettled([askSupport(setup.context, ada, withPicture, 'test')]);
  await counted.promise;
  expect(await ask()).toBe(201);
  drawing.resolve();
  await held;
  const reason = expect.any(RateLimitedError) as RateLimitedError;
  expect(await waiting).toEqual([{ status: 'rejected', reason }]);
});

test('a question is kept while the mail server is away', async () => {
  await setup.runJobs();
  const ada = await setup.createFreelancer();
  const { mailer } = setup.context;
  const { send } = mailer;
  mailer.send = () => Promise.reject(new MailServerAwayError('away'));
  const { reference } = (await ada.browser.post('/api/support/', ASKED)).json<SupportReceipt>();
  const isMailed = () => setup.mails.some(({ subject }) => subject.includes(reference));
  await setup.runJobs();
  expect(isMailed()).toBe(false);
  mailer.send = send;
  setup.advance(24 * 3600);
  await setup.runJobs();
  expect(isMailed()).toBe(true);
});

test.each([
  [{ ...ASKED, subject: 'x'.repeat(151) }, 'subject'],
  [{ ...ASKED, subject: 'a\nb' }, 'subject'],
  [{ ...ASKED, text: 'x'.repeat(10_001) }, 'text'],
  [{ ...ASKED, pictures: ['', '', '', ''] }, 'pictures'],
  [{ ...ASKED, pictures: [Buffer.from('<svg/>').toString('base64')] }, 'pictures'],
])('input %# is refused at %s', async (payload, field) => {
  const ada = await setup.createFreelancer();
  const answer = await ada.browser.post('/api/support/', payload);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<object>())).toEqual([field]);
});

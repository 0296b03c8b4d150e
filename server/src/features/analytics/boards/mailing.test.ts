import { expect, onTestFinished, test } from 'vitest';
import type { Board } from '@vitrin/shared/contract/figures/boards.ts';
import { MailRefusedError } from '../../../adapters/mail/mailer.ts';
import { timestampOf } from '../../../context.ts';
import { type DeliveryIn, deliveryIn, see } from '../../../testing/analytics.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { boardJobs } from './mailing.ts';
import { nextMail } from './schedule.ts';

const setup = await sharedTestApp();

const DAY = 24 * 3600;

const CARD = { title: 'Looks', query: { measure: 'looks', by: ['project'] }, range: 'last_30_days' };

const addressOf = ({ username }: Person) => `${username}@example.com`.toLowerCase();

async function mailsTo(person: Person) {
  await setup.runJobs();
  return setup.mails.filter(({ to }) => to === addressOf(person));
}

async function make({ owner }: DeliveryIn, cards: object[] = [CARD], mail: string | null = null) {
  const board = (await owner.browser.post('/api/analytics/boards/', { name: 'Month', cards })).json<Board>();
  if (mail === null) return board;
  const url = `/api/analytics/boards/${board.id}/`;
  return (await owner.browser.patch(url, { mail })).json<Board>();
}

/** Moves the clock forward to a time. */
function until(time: string): void {
  setup.advance((Date.parse(time) - setup.context.now().getTime()) / 1000);
}

test.each([
  ['UTC', 'weekly', '2026-11-23T07:59:59Z', '2026-11-23T08:00:00.000Z'],
  ['UTC', 'weekly', '2026-11-23T08:00:00Z', '2026-11-30T08:00:00.000Z'],
  ['Europe/Istanbul', 'weekly', '2026-11-22T23:00:00Z', '2026-11-23T05:00:00.000Z'],
  ['Europe/Berlin', 'weekly', '2026-10-24T12:00:00Z', '2026-10-26T07:00:00.000Z'],
  ['America/New_York', 'monthly', '2026-11-01T11:00:00Z', '2026-11-01T13:00:00.000Z'],
  ['UTC', 'monthly', '2026-12-31T23:00:00Z', '2027-01-01T08:00:00.000Z'],
  ['Pacific/Kiritimati', 'monthly', '2026-01-31T10:00:00Z', '2026-01-31T18:00:00.000Z'],
  ['UTC', 'monthly', '2026-02-01T08:00:00Z', '2026-03-01T08:00:00.000Z'],
] as const)('in %s the next %s mail after %s goes at %s', (zone, rhythm, now, next) => {
  expect(nextMail(zone, rhythm, new Date(now))).toBe(next);
});

test('a board is mailed every week with a sentence and a table for each card', async () => {
  const made = await deliveryIn(setup, 'Europe/Istanbul');
  const { owner, project } = made;
  const board = await make(made, [CARD, { ...CARD, title: '=1+1', range: 'last_7_days' }], 'weekly');
  const due = board.next_mail_at ?? '';
  await see(setup, made, 'file_previewed', [new Date(Date.parse(due) - DAY * 1000).toISOString()]);
  until(new Date(Date.parse(due) - 1000).toISOString());
  expect(await mailsTo(owner)).toEqual([]);
  setup.advance(1);
  const [mail, ...others] = await mailsTo(owner);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Month: your figures');
  const { name } = await setup.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(mail?.text).toMatch(/Looks \(.*\): 1\./);
  expect(mail?.text).toContain(`Most: ${name}: 1.`);
  expect(mail?.text).toContain(`/analytics/boards/${board.id}`);
  expect(mail?.attachments?.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    [expect.stringMatching(/^1 Looks [\d-]+ [\d-]+\.csv$/), 'text/csv; charset=utf-8'],
    [expect.stringMatching(/^2 1 1 [\d-]+ [\d-]+\.csv$/), 'text/csv; charset=utf-8'],
  ]);
  expect(mail?.attachments?.[0]?.content).toBe(
    `\uFEFF"project_id","project","looks"\r\n"${project.id}","${name}","1"\r\n`,
  );
  // The mails missed while no instance ran go as one.
  setup.advance(21 * DAY);
  expect(await mailsTo(owner)).toHaveLength(2);
  setup.advance(7 * DAY);
  expect(await mailsTo(owner)).toHaveLength(3);
});

test('a mail is sent once, even if two instances claim it at once and jobs run again', async () => {
  const made = await deliveryIn(setup);
  const { id, next_mail_at } = await make(made, [CARD], 'monthly');
  until(next_mail_at ?? '');
  const payload = { board_id: id, due_at: next_mail_at ?? '' };
  const jobs = boardJobs(setup.context);
  const { signal } = new AbortController();
  await Promise.all([1, 2, 3].map(() => jobs['claim-board-mail'](payload, signal)));
  expect(await mailsTo(made.owner)).toHaveLength(1);
  await jobs['mail-board']({ ...payload, is_asked: false }, signal);
  await jobs['claim-board-mail'](payload, signal);
  expect(await mailsTo(made.owner)).toHaveLength(1);
});

test('turning a mail off and on again leaves one chain of mails', async () => {
  const made = await deliveryIn(setup);
  const { id, next_mail_at } = await make(made, [CARD], 'weekly');
  for (const mail of [null, 'weekly', 'monthly', 'weekly'])
    await made.owner.browser.patch(`/api/analytics/boards/${id}/`, { mail });
  until(next_mail_at ?? '');
  expect(await mailsTo(made.owner)).toHaveLength(1);
  await made.owner.browser.patch(`/api/analytics/boards/${id}/`, { mail: null });
  setup.advance(40 * DAY);
  expect(await mailsTo(made.owner)).toHaveLength(1);
});

test('a downgrade stops mails, and an upgrade resumes them', async () => {
  const made = await deliveryIn(setup);
  const { id, next_mail_at } = await make(made, [CARD], 'weekly');
  await setup.putOnPlan(made.owner, 'pro', 400);
  until(next_mail_at ?? '');
  expect(await mailsTo(made.owner)).toEqual([]);
  await setup.putOnPlan(made.owner, 'enterprise', 400);
  const board = (await made.owner.browser.get(`/api/analytics/boards/${id}/`)).json<Board>();
  expect(board).toMatchObject({ mail: 'weekly', card_count: 1 });
  until(board.next_mail_at ?? '');
  expect(await mailsTo(made.owner)).toHaveLength(1);
});

test('one click ends the mails of boards, and setting a rhythm resumes them', async () => {
  const made = await deliveryIn(setup);
  const { owner } = made;
  const { id, next_mail_at } = await make(made, [CARD], 'weekly');
  until(next_mail_at ?? '');
  const [mail] = await mailsTo(owner);
  const address = new URL(mail?.unsubscribe ?? '');
  const headers = { host: 'localhost:3000', 'content-type': 'application/x-www-form-urlencoded' };
  const click = await setup.app.inject({
    method: 'POST',
    url: `${address.pathname}${address.search}`,
    headers,
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(click.json()).toEqual({ notice: 'board', wanted: false });
  const url = `/api/analytics/boards/${id}/`;
  const board = (await owner.browser.get(url)).json<Board>();
  expect(board).toMatchObject({ mail_stopped: 'unwanted', mail: 'weekly' });
  until(board.next_mail_at ?? '');
  expect(await mailsTo(owner)).toHaveLength(1);
  const resumed = (await owner.browser.patch(url, { mail: 'weekly' })).json<Board>();
  expect(resumed.mail_stopped).toBeNull();
  until(resumed.next_mail_at ?? '');
  expect(await mailsTo(owner)).toHaveLength(2);
});

test('mails of boards go on for others when one freelancer ends them', async () => {
  const [first, second] = [await deliveryIn(setup), await deliveryIn(setup)];
  const board = await make(first, [CARD], 'weekly');
  await make(second, [CARD], 'weekly');
  const choice = { notice: 'board', wanted: false };
  const saved = await second.owner.browser.patch('/api/notices/choices/', choice);
  expect(saved.statusCode).toBe(200);
  const url = `/api/analytics/boards/${board.id}/`;
  expect((await first.owner.browser.get(url)).json()).toMatchObject({ mail_stopped: null });
  until(board.next_mail_at ?? '');
  expect(await mailsTo(first.owner)).toHaveLength(1);
  expect(await mailsTo(second.owner)).toEqual([]);
});

test('a board is mailed by hand at most five times an hour, to a verified address only', async () => {
  const made = await deliveryIn(setup);
  const { owner } = made;
  const { id } = await make(made);
  const send = () => owner.browser.post(`/api/analytics/boards/${id}/mail/`);
  const statuses = [];
  for (let count = 0; count < 6; count += 1) {
    statuses.push((await send()).statusCode);
    setup.advance(1);
    await mailsTo(owner);
  }
  expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  expect(await mailsTo(owner)).toHaveLength(5);
  await setup.db
    .updateTable('email_addresses')
    .set({ verified: false })
    .where('user_id', '=', owner.id)
    .execute();
  setup.advance(2 * 3600);
  expect((await send()).statusCode).toBe(409);
  expect((await owner.browser.get(`/api/analytics/boards/${id}/`)).json()).toMatchObject({
    mail_stopped: 'no_address',
  });
});

test('a refusal of the mail server is not tried again', async () => {
  const made = await deliveryIn(setup);
  const { id } = await make(made);
  const { mailer } = setup.context;
  onTestFinished(() => void (setup.context.mailer = mailer));
  let count = 0;
  setup.context.mailer = {
    send: () => {
      count += 1;
      return Promise.reject(new MailRefusedError('550 no such user'));
    },
  };
  const due_at = timestampOf(setup.context);
  const { signal } = new AbortController();
  const send = () => boardJobs(setup.context)['mail-board']({ board_id: id, due_at, is_asked: true }, signal);
  await send();
  await send();
  expect(count).toBe(1);
});

test('a mail mentions deleted items, and where a table was cut', async () => {
  const made = await deliveryIn(setup);
  const { owner, customer, version } = made;
  const name = 'x'.repeat(150);
  const files = Array.from({ length: 2500 }, (_, index) => `${name} ${index}`);
  for (let at = 0; at < files.length; at += 100)
    await Promise.all(
      files.slice(at, at + 100).map((each) => setup.createFile({ version, name: each, size_bytes: 1 })),
    );
  await make(made, [
    { ...CARD, title: 'Of a client', query: { measure: 'looks', customer: customer.id } },
    { title: 'Storage', query: { measure: 'storage', by: ['file'] }, range: 'last_30_days' },
  ]);
  await setup.db.deleteFrom('users').where('id', '=', customer.id).execute();
  const { results } = (await owner.browser.get('/api/analytics/boards/')).json<{
    results: { id: number }[];
  }>();
  await owner.browser.post(`/api/analytics/boards/${results[0]?.id}/mail/`);
  const [mail] = await mailsTo(owner);
  expect(mail?.text).toContain('Of a client: the client, project or version of this card no longer exists.');
  const [table, ...others] = mail?.attachments ?? [];
  expect(others).toEqual([]);
  const lines = table?.content.trimEnd().split('\r\n') ?? [];
  const rows = lines.length - 2;
  expect(lines.at(-1)).toBe(`"Cut after ${rows} rows"`);
  expect(mail?.text).toContain(`ends after ${rows} rows`);
  expect(Buffer.byteLength(table?.content ?? '')).toBeLessThan(257 * 1024);
  expect(rows).toBeGreaterThan(500);
});

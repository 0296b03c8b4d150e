import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from '../../../../test-kit/services/mail-server.ts';
import { createSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import { timestampOf } from '../../context.ts';
import { AUTH, PASSWORD } from '../accounts.ts';
import type { Person } from '../factories.ts';
import { uploadTo } from '../forms.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const FROM = 'noreply@vitrin.example';

const setup = await sharedTestApp({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });

/** A mail server that has just gone away; call the result to have it back at its address. */
async function absentMailServer() {
  const gone = await startMailServer();
  await gone.stop();
  setup.context.mailer = createSmtpMailer(gone.url, FROM);
  return async () => {
    const server = await startMailServer(Number(new URL(gone.url).port));
    onTestFinished(server.stop);
    return server;
  };
}

async function verifyAddress({ id, username }: Person): Promise<string> {
  const email = `${username}@example.com`.toLowerCase();
  const now = timestampOf(setup.context);
  const proven = { verified: true, verified_at: now, is_primary: true, created_at: now };
  await setup.db
    .insertInto('email_addresses')
    .values({ user_id: id, email, ...proven })
    .execute();
  return email;
}

/** A freelancer delivers a file, and the client is notified after five minutes; resolves to the client's address. */
async function deliver(): Promise<string> {
  const { owner, customer, version } = await setup.createDelivery();
  const email = await verifyAddress(customer);
  await uploadTo(owner.browser, version.id, Buffer.from('work'));
  return email;
}

/** Signs a new freelancer up, to whom a link to verify the address is mailed at once; resolves to the address. */
async function signUp(username: string): Promise<string> {
  const email = `${username}@example.com`;
  const payload = { username, email, password: PASSWORD };
  const { statusCode } = await setup.createBrowser().post(`${AUTH}/auth/signup`, payload);
  expect(statusCode).toBe(401);
  return email;
}

const waitingMails = () =>
  setup.db
    .selectFrom('jobs')
    .select(['kind', 'attempts', 'gave_up_at'])
    .where('kind', 'in', ['send-mail', 'mail-notice'])
    .orderBy('id')
    .execute();

test('mails sent while the mail server was away for an hour arrive once, links before notices', async () => {
  const comeBack = await absentMailServer();
  const [links, notices]: [string[], string[]] = [[], []];
  for (let minute = 0; minute < 60; minute += 1) {
    if (minute % 10 === 0) notices.push(await deliver());
    if (minute % 10 === 5) links.push(await signUp(`patient-${minute}`));
    await setup.runJobs();
    setup.advance(60);
  }
  await setup.runJobs();
  const waiting = await waitingMails();
  // One job for each mail, and one try a minute for all of them.
  expect(waiting).toHaveLength(links.length + notices.length);
  expect(waiting.filter(({ gave_up_at }) => gave_up_at !== null)).toEqual([]);
  const tries = setup.logs.filter(({ msg }) => msg === 'The mail server is away, mails wait');
  expect(tries.length).toBeGreaterThan(30);
  expect(tries.length).toBeLessThanOrEqual(60 + waiting.length);

  const { recipients } = await comeBack();
  setup.advance(60);
  await setup.runJobs();
  // Tenants take turns, so the order within links and within notices depends on them.
  expect(recipients.slice(0, links.length).toSorted()).toEqual(links.toSorted());
  expect(recipients.slice(links.length).toSorted()).toEqual(notices.toSorted());
  expect(await waitingMails()).toEqual([]);
  setup.advance(24 * 3600);
  await setup.runJobs();
  expect(recipients).toHaveLength(links.length + notices.length);
});

test('a mail server that never comes back makes the queue no longer than the mails of three days', async () => {
  await setup.db.deleteFrom('jobs').execute();
  await absentMailServer();
  for (let day = 0; day < 4; day += 1) {
    await signUp(`unheard-${day}`);
    await setup.runJobs();
    setup.advance(24 * 3600);
  }
  await setup.runJobs();
  const waiting = await waitingMails();
  expect(waiting.map(({ gave_up_at }) => gave_up_at !== null)).toEqual([true, true, false, false]);
});

test('while the mail server accepts connections but does not answer, all other jobs go on', async () => {
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = silent.address();
  setup.context.mailer = createSmtpMailer(
    `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    FROM,
  );
  const connected = once(silent, 'connection');
  await signUp('waiting');
  setup.app.jobs.start();
  await connected;
  const { owner, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('work'));
  await owner.browser.delete(`/api/files/${file.id}/`);
  const deletions = () =>
    setup.db.selectFrom('jobs').select('id').where('kind', '=', 'delete-objects').execute();
  await expect.poll(deletions, { timeout: 20_000 }).toEqual([]);
  // A stop does not wait for it either, as the mail server will never answer.
  await setup.app.jobs.stop();
});

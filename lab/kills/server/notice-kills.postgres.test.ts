import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import { DEFAULT_ZONE, dayIn, timeOn } from '@vitrin/shared/rules/time/time-zones.ts';
import { inviteCustomer, registerFreelancer } from '../../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { timestampOf } from '../../../server/src/context.ts';
import { migrateToLatest } from '../../../server/src/database/migrate.ts';
import { type FreshDatabase, freshDatabase } from '../../../server/src/testing/database/fresh-database.ts';
import { listenForMail } from '../../../test-kit/services/mail-server.ts';

const SECRET_KEY = 'a'.repeat(64);

const BATCHES = 4;
const FILES = 50;
const MINUTE_MS = 60_000;

/** The mail server of one instance: it accepts mails, or leaves the first one hanging. */
type MailServer = { url: string; hanging: Promise<void>; stop: () => Promise<void> };

let database: FreshDatabase;
/** Every mail that a mail server took, by recipient. */
const taken: { to: string; subject: string }[] = [];
const products: Product[] = [];
const mailServers: MailServer[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  await migrateToLatest(database.db);
});

afterAll(async () => {
  for (const product of products) await product.remove();
  for (const server of mailServers) await server.stop();
  await database.db.destroy();
  await database.dropDatabase();
});

async function start(options: { dataDir?: string; clockAheadMs?: number; smtpUrl?: string } = {}) {
  const { smtpUrl, ...rest } = options;
  const product = await startProduct({
    ...rest,
    env: {
      DATABASE_URL: database.databaseUrl ?? '',
      SECRET_KEY,
      // 150 uploads at once would exceed the rate limit.
      RATE_LIMITS: 'off',
      ...(smtpUrl !== undefined && { SMTP_URL: smtpUrl }),
    },
  });
  products.push(product);
  return product;
}

async function startMailServer(hangs: boolean): Promise<MailServer> {
  const { promise: hanging, resolve } = Promise.withResolvers<void>();
  const { url, stop } = await listenForMail({
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        if (hangs) return resolve();
        const [, subject = ''] = /^Subject: (.*)$/m.exec(Buffer.concat(chunks).toString()) ?? [];
        taken.push({ to: envelope.rcptTo.map(({ address }) => address).join(), subject });
        done();
      });
    },
  });
  const started = { url, hanging, stop };
  mailServers.push(started);
  return started;
}

async function addAddress(userId: number, email: string, verified: boolean): Promise<void> {
  const created_at = timestampOf({ now: () => new Date() });
  await database.db
    .insertInto('email_addresses')
    .values({
      user_id: userId,
      email,
      verified,
      verified_at: verified ? created_at : null,
      is_primary: true,
      created_at,
    })
    .execute();
}

async function uploadTo(session: ApiSession, version: number, name: string): Promise<void> {
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new Blob([name]), name);
  await session.expectCall(201, 'POST', '/api/files/', form);
}

/** Jobs due today; the check for an unopened version runs in three days. */
async function waitingJobs(): Promise<string[]> {
  const tomorrow = new Date(Date.now() + 24 * 60 * MINUTE_MS).toISOString();
  const rows = await database.db
    .selectFrom('jobs')
    .select('kind')
    .where('kind', 'in', ['claim-notice', 'mail-notice'])
    .where('run_at', '<', tomorrow)
    .execute();
  return rows.map(({ kind }) => kind);
}

test('50 files uploaded in 4 batches to two instances, one killed in between and one while it sends, cause one mail per reader', async () => {
  const first = await start();
  let second = await start({ dataDir: first.dataDir });
  const freelancer = await registerFreelancer(first, 'notifier');
  let elsewhere = openApiSession(second.url, freelancer.cookies);
  const readers = [
    { name: 'reader-one', verified: true },
    { name: 'reader-two', verified: true },
    { name: 'reader-typed', verified: false },
  ];
  const versions: number[] = [];
  for (const { name, verified } of readers) {
    const { id } = await inviteCustomer(freelancer, name);
    await addAddress(id, `${name}@example.com`, verified);
    const work = { name: `Work for ${name}`, description: '', customer_id: id };
    const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', work);
    const round = { version_number: '1.0', description: '', project: project.id };
    versions.push((await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', round)).id);
  }
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const count = Math.ceil((FILES - batch) / BATCHES);
    await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const session = at % 2 === 0 ? freelancer : elsewhere;
        for (const version of versions) await uploadTo(session, version, `batch-${batch}-${at}.txt`);
      }),
    );
    if (batch !== 1) continue;
    await second.kill();
    second = await start({ dataDir: first.dataDir });
    elsewhere = openApiSession(second.url, freelancer.cookies);
  }
  expect(taken).toEqual([]);
  await first.stop();
  await second.stop();

  // After six quiet minutes the mail is due; the mail server does not answer, and one instance dies.
  const hanging = await startMailServer(true);
  const alone = await start({ dataDir: first.dataDir, clockAheadMs: 6 * MINUTE_MS, smtpUrl: hanging.url });
  await hanging.hanging;
  await alone.kill();
  expect(await waitingJobs()).not.toEqual([]);
  expect(taken).toEqual([]);

  // Two others go on once the lock of the dead instance has expired.
  const working = await startMailServer(false);
  const later = { dataDir: first.dataDir, clockAheadMs: 30 * MINUTE_MS, smtpUrl: working.url };
  await Promise.all([start(later), start(later)]);
  await expect.poll(waitingJobs, { timeout: 30_000 }).toEqual([]);
  const ready = taken.filter(({ subject }) => subject.includes('is ready'));
  expect(ready.map(({ to }) => to).toSorted()).toEqual(['reader-one@example.com', 'reader-two@example.com']);
  expect(taken.some(({ to }) => to.startsWith('reader-typed'))).toBe(false);
  const states = await database.db
    .selectFrom('notices')
    .select(['kind', 'version_id', 'sent_at'])
    .where('kind', '=', 'version_ready')
    .orderBy('version_id')
    .execute();
  expect(states.map(({ version_id, sent_at }) => [version_id, sent_at !== null])).toEqual([
    [versions[0], true],
    [versions[1], true],
  ]);
}, 120_000);

test('dates moved by two instances cause one reminder and one mail to the client, though one is killed while it sends', async () => {
  const first = await start();
  const second = await start({ dataDir: first.dataDir });
  const freelancer = await registerFreelancer(first, 'promiser');
  const elsewhere = openApiSession(second.url, freelancer.cookies);
  const { id: customer_id } = await inviteCustomer(freelancer, 'promised');
  await addAddress(customer_id, 'promised@example.com', true);
  const work = { name: 'Promised work', description: '', customer_id };
  const { id: project } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', work);
  const today = dayIn(DEFAULT_ZONE, new Date());
  const milestones = await Promise.all(
    ['Proof', 'Print'].map((name) =>
      freelancer.expectCall<{ id: number }>(201, 'POST', '/api/milestones/', {
        name,
        project,
        due_on: dayOf(today + 9),
      }),
    ),
  );
  for (const days of [8, 3])
    for (const [at, { id }] of milestones.entries())
      await (at === 0 ? freelancer : elsewhere).expectCall(200, 'PATCH', `/api/milestones/${id}/`, {
        due_on: dayOf(today + days),
      });
  await first.stop();
  await second.stop();

  // On the morning before, the reminder and the mail to the client are due. The mail server does not answer, and one instance dies.
  const clockAheadMs = timeOn(DEFAULT_ZONE, today + 2, 8).getTime() + MINUTE_MS - Date.now();
  const hanging = await startMailServer(true);
  const alone = await start({ dataDir: first.dataDir, clockAheadMs, smtpUrl: hanging.url });
  await hanging.hanging;
  await alone.kill();
  const dates = () => taken.filter(({ subject }) => /a date has moved|Due tomorrow/.test(subject));
  expect(dates()).toEqual([]);

  const working = await startMailServer(false);
  const later = {
    dataDir: first.dataDir,
    clockAheadMs: clockAheadMs + 30 * MINUTE_MS,
    smtpUrl: working.url,
  };
  await Promise.all([start(later), start(later)]);
  const unsent = () =>
    database.db
      .selectFrom('notices')
      .select(['kind', 'user_id'])
      .where('kind', 'in', ['due_tomorrow', 'date_moved'])
      .where('due_at', '<', new Date(Date.now() + clockAheadMs).toISOString())
      .where('sent_at', 'is', null)
      .execute();
  await expect.poll(unsent, { timeout: 60_000 }).toEqual([]);
  await expect.poll(() => dates().length, { timeout: 60_000 }).toBe(2);
  expect(dates().toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
    { to: 'promised@example.com', subject: 'Promised work: a date has moved' },
    { to: 'promiser@example.com', subject: 'Due tomorrow' },
  ]);
}, 180_000);

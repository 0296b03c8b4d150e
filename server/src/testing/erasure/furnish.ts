import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { createOutboxMailer } from '../../adapters/mail/outbox-mailer.ts';
import { rightsOf } from '../../current/current-user.ts';
import { tenantOfUser } from '../../tenants/tenant.ts';
import { writeDeliveries } from '../../features/deliveries/service.ts';
import { writeEvents } from '../../features/events/service.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { buyInSandbox } from '../checkout/sandbox.ts';
import type { Person } from '../factories.ts';
import { uploadTo } from '../forms.ts';
import { postPicture } from '../pictures.ts';
import type { TestApp } from '../test-app.ts';
import { tracesOf } from '../traces.ts';
import { createTusUser } from '../tus.ts';

const DAY = 24 * 3600;
const PRO = 2;

/** All stored data: each row, and each file with its name and its bytes. */
export async function everything(setup: TestApp): Promise<string[]> {
  const { dataDir } = setup.config;
  const rows = Object.entries(await tracesOf(setup)).flatMap(([table, lines]) =>
    lines.map((line) => `${table} ${line}`),
  );
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDir, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path} ${readFileSync(path, 'latin1')}`);
  const counters = (await setup.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key);
  return [...rows, ...files, ...counters];
}

/** The lines that contain a word, in any case. */
export const naming = (lines: readonly string[], word: string) =>
  lines.filter((line) => line.toLowerCase().includes(word)).map((line) => line.slice(0, 300));

/** Writes mails to DATA_DIR, as an installation without a mail server does. */
export const outboxOf = ({ config, context }: TestApp) =>
  createOutboxMailer(join(config.dataDir, 'outbox'), 'a@b.example', context.log, false);

export const mail = (to: string, text: string) => ({
  to,
  subject: `About ${text}`,
  text,
  html: `<p>${text}</p>`,
});

/** A freelancer who has used every part of the product, with a customer; all of their data contains `word`. */
export async function furnish(setup: TestApp, word: string) {
  const { db, context } = setup;
  const outbox = outboxOf(setup);
  const account = await setup.registerAccount(word);
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', word)
    .executeTakeFirstOrThrow();
  const { browser, email } = account;
  const owner: Person = {
    id,
    username: word,
    user_type: 'freelancer',
    ...rightsOf('freelancer'),
    language: 'en',
    owner_id: null,
    tenant: tenantOfUser({ id, owner_id: null, network: null }),
    browser,
  };
  await browser.patch(`/api/users/${id}/`, { display_name: `${word} Çiğdem` });
  await browser.patch('/api/face/', { greeting: `Welcome to ${word}`, contact: `${word}@contact.example` });
  const social = { provider: 'google', uid: `${word}-uid`, display: `${word}@google.example` };
  await db
    .insertInto('social_accounts')
    .values({ ...social, user_id: id, created_at: context.now().toISOString() })
    .execute();
  const customer = await setup.createCustomer({ owner, username: `${word}-client` });
  await db
    .insertInto('email_addresses')
    .values({
      user_id: customer.id,
      email: `client@${word}.example`,
      verified: true,
      verified_at: context.now().toISOString(),
      is_primary: true,
      created_at: context.now().toISOString(),
    })
    .execute();
  const picture = await postPicture(owner);
  const project = (
    await browser.post('/api/projects/', {
      name: `Brand of ${word}`,
      description: `<p>The plans of ${word}</p><img src="${picture.picture}">`,
      customer_id: customer.id,
    })
  ).json<Project>();
  const part = { project: project.id, description: `<p>A text of ${word}</p>` };
  await browser.post('/api/milestones/', { ...part, name: `Step of ${word}`, completed: false });
  const version = (
    await browser.post('/api/versions/', { ...part, version_number: `1 ${word}` })
  ).json<Version>();
  const file = await uploadTo(browser, version.id, Buffer.from(`bytes of ${word}`), `${word}.txt`);
  const tus = createTusUser(setup, owner, version.id);
  const created = await tus.create(100, { name: `${word}-open.bin` });
  await tus.patch(String(created.headers['location']), 0, Buffer.from(`begun by ${word}`));
  await customer.browser.get(`/api/projects/${project.id}/`, { 'x-vitrin-look': '1' });
  await customer.browser.get(`/api/files/${file.id}/content/?download=1`);
  await customer.browser.post('/api/played/', { id: file.id, percent: 40 });
  await writeEvents(context);
  await writeDeliveries(context);
  await buyInSandbox(setup, owner, PRO);
  await browser.post('/api/_allauth/browser/v1/auth/login', { username: word, password: 'wrong' });
  await setup.runJobs();
  await outbox.send(mail(email, word));
  await outbox.send(mail(`client@${word}.example`, word));
  await outbox.send(mail(email, `${word}-client has been here, ${word} Çiğdem`));
  await enqueue(context, 'send-mail', mail(email, word), 400 * DAY);
  await enqueue(context, 'mail-password-reset', { email, language: 'en' }, 400 * DAY);
  const code = { session_id: 0, email, sent_at: '2026-01-01T00:00:00.000Z', language: 'en' } as const;
  await enqueue(context, 'mail-login-code', code, 400 * DAY);
  const refused = { user_ids: [id], ip: '203.0.113.9', userAgent: word };
  await enqueue(context, 'record-refused-login', refused, 400 * DAY);
  return { ...account, id, owner, customer, project, version, file };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { LEGAL_TEXT_NAMES, type Legal } from '@vitrin/shared/contract/payments/legal.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import type { Person } from '../../../testing/factories.ts';
import { payInSandbox, paymentsOf } from '../../../testing/checkout/sandbox.ts';
import { DAY, passTime, PRO } from '../../../testing/checkout/stripe-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { eraseDue } from '../../account/service.ts';
import { legalTextsOf } from './legal-texts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-legal-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, language: string) => path.join(folder, `${name}.${language}.md`);
for (const name of LEGAL_TEXT_NAMES)
  for (const language of ['en', 'tr'])
    writeFileSync(
      fileOf(name, language),
      `Version: 2026-11\n\n# ${name} (${language})\n\nText of *${name}*.\n`,
    );
writeFileSync(
  fileOf('contract', 'en'),
  'Version: 3\n\n# Agreement\n\n<script>alert(1)</script>\n\nMore & **bold**\n',
);

const setup = await createTestApp({
  LEGAL_DIR: folder,
  ACCEPTANCES_KEPT_YEARS: '12',
  COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
  COMPANY_MERSIS: '0123456789012345',
  RATE_LIMITS: 'off',
});
afterAll(() => setup.close());
let ada: Person;
beforeEach(async () => {
  ada = await setup.createFreelancer();
  setup.mails.length = 0;
});

const legal = async (language = 'en') =>
  (await setup.createBrowser().get(`/api/legal/?language=${language}`)).json<Legal>();
const hashes = async (language = 'en') => (await legal(language)).texts.map(({ sha256 }) => sha256);
const order = (accepted?: unknown, language = 'en') =>
  ada.browser.post(
    '/api/checkout/checkout/',
    { subscription_plan: PRO, ...(accepted !== undefined && { accepted }) },
    { 'accept-language': language },
  );
const buy = async () => {
  const { token } = (await order(await hashes())).json<{ token: string }>();
  await payInSandbox(ada, token);
  await setup.runJobs();
};
const planOf = async () =>
  (await ada.browser.get(`/api/users/${ada.id}/`)).json<User>().subscription as Subscription;
const purchases = async () =>
  (await setup.db.selectFrom('purchases').select('id').where('user_id', '=', ada.id).execute()).length;
const withdrawal = async () =>
  (await ada.browser.get('/api/subscription/withdrawal/')).json<{ until: string | null }>().until;

test('anybody can read the company and its texts, in both languages', async () => {
  const english = await legal();
  expect(english.company).toEqual({
    title: 'Örnek Yazılım Ltd. Şti.',
    address: null,
    tax_office: null,
    tax_number: null,
    mersis: '0123456789012345',
  });
  expect(english.texts.map(({ name }) => name)).toEqual([...LEGAL_TEXT_NAMES]);
  expect(english.texts[1]).toMatchObject({ title: 'Agreement', version: '3' });
  expect((await legal('tr')).texts[1]).toMatchObject({ title: 'contract (tr)', version: '2026-11' });
  const page = await setup.createBrowser().get('/api/legal/contract/?language=en');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toContain('<strong>bold</strong>');
  expect(page.body).toContain('&lt;script&gt;');
  expect(page.body).not.toContain('<script');
  expect((await setup.createBrowser().get('/api/legal/unknown/')).statusCode).toBe(404);
});

test.each([
  ['nothing', () => undefined],
  ['all but one', async () => (await hashes()).slice(1)],
  ['those of the other language', () => hashes('tr')],
  ['another hash', async () => [...(await hashes()).slice(1), 'f'.repeat(64)]],
])('no payment begins when a buyer accepts %s', async (_about, accepted) => {
  const answer = await order(await accepted());
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ accepted: [expect.stringMatching(/^Please read and accept/)] });
  expect(await purchases()).toBe(0);
});

test.each([
  ['one long text', 'x'.repeat(60_000), 400],
  ['more hashes than texts', Array.from({ length: 6 }, () => 'f'.repeat(64)), 400],
  ['null', null, 400],
  ['a body without an end', 'x'.repeat(200_000), 413],
])('an acceptance that is %s is refused', async (_about, accepted, status) => {
  expect((await order(accepted)).statusCode).toBe(status);
  expect(await purchases()).toBe(0);
});

test('an acceptance is stored with hash, version, time and person, and goes with the first receipt alone', async () => {
  await buy();
  const rows = await setup.db
    .selectFrom('acceptances')
    .innerJoin('legal_texts', 'legal_texts.sha256', 'acceptances.sha256')
    .select(['name', 'language', 'version', 'accepted_at', 'user_id'])
    .where('user_id', '=', ada.id)
    .execute();
  expect(rows.map(({ name }) => name)).toEqual([...LEGAL_TEXT_NAMES]);
  expect(rows[1]).toMatchObject({ language: 'en', version: '3' });
  const own = (await ada.browser.get('/api/own_data/')).json<{ accepted_texts: object[] }>();
  expect(own.accepted_texts).toHaveLength(LEGAL_TEXT_NAMES.length);
  expect(own.accepted_texts[1]).toMatchObject({ name: 'contract', version: '3' });
  const receipts = () => setup.mails.filter(({ subject }) => /receipt|payment/i.test(subject));
  expect(receipts()[0]?.attachments?.map(({ filename }) => filename)).toEqual(
    LEGAL_TEXT_NAMES.map((name) => `${name}.en.html`),
  );
  await passTime(setup, ada, 32 * DAY);
  await setup.runJobs();
  expect(receipts().length).toBeGreaterThan(1);
  expect(receipts().at(-1)?.attachments).toBeUndefined();
});

test('an accepted text stays readable by its hash after the operator changed it', async () => {
  await buy();
  const before = (await hashes())[1];
  const { createHash } = await import('node:crypto');
  await setup.db
    .insertInto('legal_texts')
    .values({
      sha256: createHash('sha256').update('old').digest('hex'),
      name: 'contract',
      language: 'en',
      version: '1',
      markdown: '# Old\n\nFormer wording.',
      created_at: setup.context.now().toISOString(),
    })
    .execute();
  const old = createHash('sha256').update('old').digest('hex');
  const read = (sha256: string | undefined, name = 'contract') =>
    setup.createBrowser().get(`/api/legal/${name}/?sha256=${sha256}`);
  expect((await read(old)).body).toContain('Former wording.');
  expect((await read(before)).body).toContain('Agreement');
  expect((await read(old, 'privacy')).statusCode).toBe(404);
  expect((await read('a'.repeat(64))).statusCode).toBe(404);
});

test('a buyer withdraws by one call: the plan ends at once and all money is refunded, once', async () => {
  await buy();
  expect(await withdrawal()).not.toBeNull();
  const answers = await Promise.all([
    ada.browser.post('/api/subscription/withdrawal/'),
    ada.browser.post('/api/subscription/withdrawal/'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 400]);
  await setup.runJobs();
  expect((await planOf()).plan.name).toBe('Starter');
  expect(await paymentsOf(ada)).toMatchObject([{ status: 'refunded', amount: 29, refunded_amount: 29 }]);
  expect(await withdrawal()).toBeNull();
  await passTime(setup, ada, 40 * DAY);
  await setup.runJobs();
  expect(await paymentsOf(ada)).toHaveLength(1);
});

test('after fourteen days there is nothing to withdraw from', async () => {
  await buy();
  await passTime(setup, ada, 14 * DAY + 1000);
  expect(await withdrawal()).toBeNull();
  expect((await ada.browser.post('/api/subscription/withdrawal/')).statusCode).toBe(400);
  expect((await planOf()).plan.name).toBe('Professional');
});

test('acceptances outlive the account without its name, for the configured number of years', async () => {
  await buy();
  await ada.browser.post('/api/subscription/withdrawal/');
  await setup.runJobs();
  const { id } = await setup.db
    .insertInto('erasures')
    .values({
      user_id: ada.id,
      asked_at: setup.context.now().toISOString(),
      due_at: setup.context.now().toISOString(),
      has_stopped_renewal: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await eraseDue(setup.context, { erasure_id: id }, AbortSignal.timeout(60_000));
  const kept = await setup.db
    .selectFrom('acceptances')
    .innerJoin('kept_payments', 'kept_payments.payer', 'acceptances.payer')
    .select(['acceptances.user_id', 'acceptances.accepted_at', 'acceptances.kept_until'])
    .where('acceptances.payer', 'is not', null)
    .execute();
  expect(kept).toHaveLength(LEGAL_TEXT_NAMES.length);
  for (const { user_id, accepted_at, kept_until } of kept) {
    const year = new Date(accepted_at).getUTCFullYear() + 13;
    expect([user_id, kept_until]).toEqual([null, `${year}-01-01T00:00:00.000Z`]);
  }
});

test.each([
  ['a file that is missing', (name: string) => rmSync(name), 'has no file'],
  ['a text without a version', (name: string) => writeFileSync(name, '# Title\n'), 'needs "Version'],
  [
    'a text without a title',
    (name: string) => writeFileSync(name, 'Version: 1\n\ntext\n'),
    'needs a heading',
  ],
  [
    'a text that is too long',
    (name: string) => writeFileSync(name, 'x'.repeat(100_001)),
    'more than 100000 bytes',
  ],
])('a folder with %s is refused with one sentence', (_about, spoil, sentence) => {
  const other = mkdtempSync(path.join(tmpdir(), 'vitrin-legal-'));
  for (const name of LEGAL_TEXT_NAMES)
    for (const language of ['en', 'tr'])
      writeFileSync(path.join(other, `${name}.${language}.md`), 'Version: 1\n\n# Title\n');
  expect(legalTextsOf({ legalDir: other })).toHaveLength(2 * LEGAL_TEXT_NAMES.length);
  spoil(path.join(other, 'refund.tr.md'));
  expect(() => legalTextsOf({ legalDir: other })).toThrow(sentence);
  rmSync(other, { recursive: true });
});

test('an installation without texts asks for no acceptance and offers no withdrawal', () => {
  expect(legalTextsOf({ legalDir: undefined })).toEqual([]);
});

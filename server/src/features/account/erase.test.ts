import { beforeEach, expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { isSignedIn, logIn, PASSWORD } from '../../testing/accounts.ts';
import { everything, furnish, mail, naming, outboxOf } from '../../testing/erasure/furnish.ts';
import { receiptTools } from '../../testing/ledger/receipt-tools.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { tracesOf } from '../../testing/traces.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { deleteSome } from './erase-queries.ts';
import { OF_FREELANCER, OF_PERSON, OF_PROJECT, TEXTS_OF_PROJECT } from './pieces.ts';

const DAY = 24 * 3600;
const setup = await sharedTestApp({ LOG_LEVEL: 'info', RATE_LIMITS: 'on', TRUST_PROXY: '1' });
const { db, context } = setup;

beforeEach(() => {
  setup.advance(3600);
  setup.mails.length = 0;
  setup.logs.length = 0;
});

/** Moves the clock past a deletion and lets all jobs run. */
async function pass(days: number): Promise<void> {
  setup.advance(days * DAY + 1);
  while ((await setup.runJobs()) > 0);
}

const counts = async () =>
  Object.fromEntries(Object.entries(await tracesOf(setup)).map(([name, rows]) => [name, rows.length]));

test("a deleted freelancer leaves no stored row or object, and other users' data is untouched", async () => {
  // Rows that other tests have left behind of accounts that they deleted.
  for (const table of ['erased_accounts', 'kept_payments'] as const) await db.deleteFrom(table).execute();
  const opal = await furnish(setup, 'opal');
  const quartz = await furnish(setup, 'quartz');
  const filled = Object.entries(await tracesOf(setup)).flatMap(([table, rows]) =>
    naming(rows, 'quartz').length > 0 ? [table] : [],
  );
  expect(filled).toEqual(
    expect.arrayContaining([
      'email_addresses',
      'users',
      'projects',
      'milestones',
      'versions',
      'files',
      'uploads',
      'faces',
      'jobs',
      'ledger_entries',
      'ledger_people',
      'social_accounts',
    ]),
  );
  const before = naming(await everything(setup), 'opal');
  expect(before.length).toBeGreaterThan(15);

  expect((await quartz.browser.post('/api/account/erasure/', { password: PASSWORD })).statusCode).toBe(200);
  setup.advance(13 * DAY);
  expect(await isSignedIn(quartz.browser)).toBe(true);
  await pass(1);

  expect(await isSignedIn(quartz.browser)).toBe(false);
  expect(naming(await everything(setup), 'quartz')).toEqual([]);
  expect(
    naming(
      setup.logs.map((line) => JSON.stringify(line)),
      'quartz',
    ),
  ).toEqual([]);
  expect(naming(await everything(setup), 'opal')).toEqual(before);
  const kept = await db.selectFrom('kept_payments').selectAll().execute();
  expect(kept).toEqual([
    expect.objectContaining({
      plan: 'pro',
      amount_cents: 2900,
      currency: 'USD',
      kept_until: '2037-01-01T00:00:00.000Z',
    }),
  ]);
  const heads = await db
    .selectFrom('ledger_heads')
    .selectAll()
    .where('project_id', '=', quartz.project.id)
    .execute();
  expect(heads).toEqual([
    expect.objectContaining({ ended_at: expect.any(String), signature: expect.any(String) }),
  ]);
  const erased = await db.selectFrom('erased_accounts').select('user_id').orderBy('user_id').execute();
  expect(erased.map(({ user_id }) => user_id)).toEqual([quartz.id, quartz.customer.id]);
  expect(
    await db.selectFrom('users').select('id').where('id', 'in', [opal.id, opal.customer.id]).execute(),
  ).toHaveLength(2);

  // It answers as for a name that never existed, and the name is free.
  const guest = setup.createBrowser();
  const answers = ['quartz', 'never-heard-of'].map((username) =>
    guest.post('/api/_allauth/browser/v1/auth/login', { username, password: PASSWORD }),
  );
  const [existing, unknown] = await Promise.all(answers);
  expect([existing?.statusCode, existing?.body]).toEqual([unknown?.statusCode, unknown?.body]);
  const anew = await setup.registerAccount('quartz');
  expect(await isSignedIn(anew.browser)).toBe(true);
});

test("a deleted customer leaves the freelancer's projects, without a client, and the ledger verifies", async () => {
  const amber = await furnish(setup, 'amber');
  const jade = await setup.createCustomer({ owner: amber.owner, username: 'jade' });
  await amber.browser.patch(`/api/users/${jade.id}/`, { display_name: 'Jade İnci' });
  await amber.browser.patch(`/api/projects/${amber.project.id}/`, { customer_id: jade.id });
  await jade.browser.get(`/api/files/${amber.file.id}/content/?download=1`);
  await writeDeliveries(context);
  await outboxOf(setup).send(mail(amber.email, 'Jade İnci has downloaded everything'));
  await outboxOf(setup).send(mail(amber.email, 'The jadeite is ready'));
  const before = await counts();
  const project = (await amber.browser.get(`/api/projects/${amber.project.id}/?files=none`)).json<Project>();

  await db
    .insertInto('erasures')
    .values({
      user_id: jade.id,
      asked_at: context.now().toISOString(),
      due_at: context.now().toISOString(),
      begun_at: null,
      remembered: null,
    })
    .execute();
  const { id } = await db
    .selectFrom('erasures')
    .select('id')
    .where('user_id', '=', jade.id)
    .executeTakeFirstOrThrow();
  await enqueue(context, 'erase-account', { erasure_id: id });
  await setup.runJobs();

  expect(naming(await everything(setup), 'jade').filter((line) => !line.includes('jadeite'))).toEqual([]);
  expect(naming(await everything(setup), 'jadeite')).toHaveLength(1);
  await logIn(amber.browser, 'amber');
  const after = (await amber.browser.get(`/api/projects/${amber.project.id}/?files=none`)).json<Project>();
  expect(after).toEqual({ ...project, customer: null, customer_id: null });
  const receipt = (await amber.browser.get(`/api/projects/${amber.project.id}/receipt/`)).body;
  expect(await verifyReceipt(receipt, receiptTools)).toMatchObject({ isGenuine: true });
  expect(receipt).toContain('"downloaded"');
  expect(receipt).not.toContain('jade');
  const left = await counts();
  for (const table of [
    'versions',
    'files',
    'milestones',
    'ledger_entries',
    'pictures',
    'payments',
    'event_days',
  ])
    expect([table, left[table]]).toEqual([table, before[table]]);
});

test('a refund under way delays the deletion; the account has no name meanwhile', async () => {
  const beryl = await furnish(setup, 'beryl');
  await beryl.browser.post('/api/account/erasure/', { password: PASSWORD });
  await setup.runJobs();
  await db.updateTable('payments').set({ refund_cents: 100 }).where('user_id', '=', beryl.id).execute();
  await pass(14);
  expect(naming(await everything(setup), 'beryl')).toEqual([]);
  expect(await db.selectFrom('payments').select('id').where('user_id', '=', beryl.id).execute()).toHaveLength(
    1,
  );
  await db
    .updateTable('payments')
    .set({ refunded_at: context.now().toISOString() })
    .where('user_id', '=', beryl.id)
    .execute();
  await pass(1);
  expect(await db.selectFrom('users').select('id').where('id', '=', beryl.id).execute()).toEqual([]);
});

test('a paid plan is not renewed while its account is being deleted, and is again once the deletion is cancelled', async () => {
  const topaz = await furnish(setup, 'topaz');
  const renews = async () => {
    await logIn(topaz.browser, 'topaz');
    const me = (await topaz.browser.get(`/api/users/${topaz.id}/`)).json<{
      subscription: { cancel_at_period_end: boolean };
    }>();
    return !me.subscription.cancel_at_period_end;
  };
  expect(await renews()).toBe(true);
  await topaz.browser.post('/api/account/erasure/', { password: PASSWORD });
  await setup.runJobs();
  expect(await renews()).toBe(false);
  await topaz.browser.delete('/api/account/erasure/');
  await setup.runJobs();
  expect(await renews()).toBe(true);
  // A plan that was cancelled before stays cancelled.
  await topaz.browser.post('/api/subscription/cancel/');
  await topaz.browser.post('/api/account/erasure/', { password: PASSWORD });
  await setup.runJobs();
  await topaz.browser.delete('/api/account/erasure/');
  await setup.runJobs();
  expect(await renews()).toBe(false);
});

test('a large account is deleted in pieces: no transaction deletes more than fifty rows of a table', async () => {
  const ruby = await furnish(setup, 'ruby');
  const created_at = context.now().toISOString();
  const event = {
    kind: 'project_opened',
    user_id: ruby.customer.id,
    owner_id: ruby.id,
    project_id: ruby.project.id,
  } as const;
  await db
    .insertInto('events')
    .values(Array.from({ length: 450 }, () => ({ ...event, version_id: null, file_id: null, created_at })))
    .execute();
  const most = new Map<string, number>();
  const seen = async () =>
    (
      await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('owner_id', '=', ruby.id)
        .executeTakeFirstOrThrow()
    ).count;
  const rows = { table: 'events', key: ['id'], of: 'owner_id' } as const;
  for (let before = await seen(); await inTransaction(context, (tx) => deleteSome(tx.db, rows, ruby.id));) {
    const now = await seen();
    most.set('events', Math.max(most.get('events') ?? 0, before - now));
    before = now;
  }
  expect([most.get('events'), await seen()]).toEqual([50, 0]);
});

test('each table is deleted from, cascades from a deleted row, or is listed as free of personal data', async () => {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely'));
  const inPieces = [...OF_PROJECT, ...TEXTS_OF_PROJECT, ...OF_PERSON, ...OF_FREELANCER].map(
    ({ table }) => table as string,
  );
  const otherwise: Record<string, string> = {
    users: 'last',
    erasures: 'with the user',
    exports: 'with their object',
    export_entries: 'with the export',
    imports: 'with the archive and what was copied from it',
    import_entries: 'with the import',
    import_marks: 'with the import',
    brought_receipts: 'with the project, and their objects',
    subscriptions: 'with the user, one row',
    projects: 'one by one',
    files: 'with their objects',
    file_sums: 'with the project',
    derived_files: 'with the file',
    sections: 'with the version',
    links: 'with the version',
    pictures: 'with their objects',
    uploads: 'with their bytes',
    faces: 'with the logo',
    payments: 'replaced by kept_payments',
    purchases: 'after the payments',
    purchase_facts: 'with their purchase',
    jobs: 'those that name people',
    rate_limits: 'those that name addresses; all within the hour',
    used_challenges: 'hashes of random bytes',
    ledger_heads: 'hashes of deleted lines',
    kept_payments: 'names nobody',
    legal_texts: 'texts of the operator',
    acceptances: 'names nobody any more',
    invoices: 'kept for the law, which wants their buyers named',
    erased_accounts: 'names nobody',
    webhook_events: 'ids of the gateway',
    receipt_keys: 'public keys',
    backup_drills: 'counts',
    installation: 'no people',
    plans: 'no people',
    plan_texts: 'no people',
    plan_prices: 'no people',
    plan_capabilities: 'no people',
    idempotency_keys: 'with the token',
    endpoint_deliveries: 'with the endpoint, or with the event',
  };
  expect(tables.filter((name) => !inPieces.includes(name) && !(name in otherwise))).toEqual([]);
});

import { expect, test } from 'vitest';
import { addAccountThings } from '../../../testing/every-route/account-things.ts';
import type { Delivery, Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import type { Row } from './sections.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { db } = setup;

/** Sections in which `plant` makes a row. */
const PLANTED = [
  'invitations',
  'security_events',
  'take_backs',
  'support_requests',
  'accepted_texts',
  'invoices',
  'billing_details',
  'earlier_downloads',
  'boards',
  'feeds',
  'tokens',
  'passkeys',
];

const ownData = async ({ browser }: Person) =>
  (await browser.get('/api/own_data/')).json<Record<string, Row[]>>();

async function plant({ owner, customer, project, version }: Delivery) {
  const at = setup.context.now().toISOString();
  const user_id = customer.id;
  await addAccountThings(setup, user_id);
  const email = `planted-${user_id}@example.com`;
  await db.insertInto('invitations').values({ user_id, email, round: 1, sent_at: at }).execute();
  await db
    .insertInto('security_events')
    .values({ user_id, kind: 'login_refused', detail: null, ip: '203.0.113.9', device: null, created_at: at })
    .execute();
  await db.insertInto('take_backs').values({ user_id, email, expires_at: at }).execute();
  const text = { sha256: `sha256-${user_id}`, name: 'contract', language: 'en', version: '1' } as const;
  await db
    .insertInto('legal_texts')
    .values({ ...text, markdown: '# Text', created_at: at })
    .execute();
  await db.insertInto('acceptances').values({ user_id, sha256: text.sha256, accepted_at: at }).execute();
  await db
    .insertInto('invoices')
    .values({ user_id, uuid: `uuid-${user_id}`, facts: '{}', created_at: at })
    .execute();
  const origin = { owner_id: owner.id, import_id: 'before', number: 0, freelancer: null, installation: null };
  const { id: origin_id } = await db
    .insertInto('origins')
    .values({ ...origin, brought_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = await setup.createFile({ version });
  const of = { device: 'phone', origin_id } as const;
  const taken = { size_bytes: 1, covered_bytes: 1, ranges: '', began_at: at, last_at: at, completed_at: at };
  await db
    .insertInto('brought_deliveries')
    .values({ user_id, file_id: file.id, project_id: project.id, version_id: version.id, ...of, ...taken })
    .execute();
}

test('an export is the same whatever other accounts have', async () => {
  const [mine, other] = [await setup.createDelivery(), await setup.createDelivery()];
  await plant(mine);
  const before = await ownData(mine.customer);
  for (const name of PLANTED) expect([name, before[name]?.length]).toEqual([name, 1]);
  await plant(other);
  expect(await ownData(mine.customer)).toEqual(before);
});

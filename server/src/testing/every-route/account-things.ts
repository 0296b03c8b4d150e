import { timestampOf } from '../../context.ts';
import type { TestApp } from '../test-app.ts';

/** Two more addresses, one of them verified; two identities, one waiting for its address; a trusted device. */
export async function addAccountThings({ db, context }: TestApp, user_id: number): Promise<void> {
  const now = timestampOf(context);
  const address = { user_id, created_at: now, is_primary: false };
  const { id: pending } = await db
    .insertInto('email_addresses')
    .values({ ...address, email: `waiting-${user_id}@example.com`, verified: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('email_addresses')
    .values({ ...address, email: `second-of-${user_id}@example.com`, verified: true })
    .execute();
  const identity = { user_id, provider: 'google', created_at: now, display: 'Somebody' };
  await db
    .insertInto('social_accounts')
    .values([
      { ...identity, uid: `uid-${user_id}` },
      { ...identity, uid: `waiting-${user_id}`, pending_address_id: pending },
    ])
    .execute();
  await db
    .insertInto('second_factors')
    .values({ user_id, secret: 'sealed', last_step: 1, created_at: now })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id, code_hash: `code-of-${user_id}`, created_at: now, used_at: null })
    .execute();
  const feed = { user_id, secret_hash: `feed-of-${user_id}`, created_at: now, last_fetched_at: null };
  await db.insertInto('feeds').values(feed).execute();
  const question = { user_id, reference: `of-${user_id}`, subject: 'Help', text: 'Please', pictures: 0 };
  await db
    .insertInto('support_requests')
    .values({ ...question, answer_by: null, created_at: now })
    .execute();
  await db
    .insertInto('boards')
    .values({ owner_id: user_id, name: 'Mine', position: 1, cards: '[]', created_at: now })
    .execute();
  const postal = { address: 'Street 1', district: '', city: 'Ankara', country: 'Türkiye' };
  await db
    .insertInto('billing_details')
    .values({ user_id, name: 'Mine', tax_number: '', tax_office: '', ...postal, updated_at: now })
    .execute();
  const endpoint = { origin: 'https://example.com', form: 'slack', types: '[]', public_key: 'key' } as const;
  await db
    .insertInto('endpoints')
    .values({ ...endpoint, owner_id: user_id, sealed: 'sealed', created_at: now })
    .execute();
  const token = {
    name: 'x',
    scope: 'read',
    project_id: null,
    created_at: now,
    expires_at: '2099-01-01T00:00:00.000Z',
  } as const;
  const { id: token_id } = await db
    .insertInto('tokens')
    .values({ ...token, user_id, token_hash: `token-of-${user_id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const unanswered = { request_hash: 'x', status: null, headers: null, body: null, created_at: now };
  await db
    .insertInto('idempotency_keys')
    .values({ ...unanswered, token_id, key: 'x' })
    .execute();
  await db
    .insertInto('passkeys')
    .values({
      user_id,
      credential_id: `credential-of-${user_id}`,
      public_key: 'key',
      sign_count: 0,
      transports: '[]',
      rp_id: 'localhost',
      name: 'Phone',
      created_at: now,
    })
    .execute();
  const device = {
    user_id,
    id_hash: `device-of-${user_id}`,
    is_trusted: true,
    last_seen: now,
    factor_trusted_until: '2099-01-01T00:00:00.000Z',
  };
  await db.insertInto('known_devices').values(device).execute();
  const unwanted = { user_id, kind: 'weekly_summary', created_at: now } as const;
  await db
    .insertInto('unwanted_notices')
    .values(unwanted)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

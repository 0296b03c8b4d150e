import { everybody, freelancers, row, type Row } from './access-row.ts';
import { newWebhookKeys } from '../../adapters/webhooks/sign-webhook.ts';
import { sealEndpoint } from '../../features/programs/endpoints/sealed-endpoint.ts';
import type { World } from './access-world.ts';

/** Calls about an endpoint of the owner, whatever the plan. */
const OF_ENDPOINT = (status: number): Row['statuses'] => [401, 403, 403, 404, status];

function endpoint(): Row['call'] {
  return async ({ setup: { db, context }, owner }) => {
    const keys = newWebhookKeys();
    const { id } = await db
      .insertInto('endpoints')
      .values({
        owner_id: owner.id,
        origin: 'https://hooks.example.com',
        sealed: sealEndpoint(context.config, owner.id, { url: 'https://hooks.example.com/', keys }),
        form: 'standard',
        types: '[]',
        public_key: 'whpk_',
        created_at: context.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, payload: { active: false } };
  };
}

/** Tokens of the owner: a plan without any refuses one more, and tokens of other users are not found. */
export const tokenRows: Row[] = [
  row('GET /api/tokens/', freelancers(200)),
  row('GET /api/events/', freelancers(200)),
  row('GET /api/endpoints/', freelancers(200)),
  row(
    'POST /api/endpoints/',
    freelancers(403),
    () => ({ payload: { url: 'https://hooks.example.com/' } }),
    'on Starter',
  ),
  row('PATCH /api/endpoints/:id/', OF_ENDPOINT(200), endpoint(), 'turns it off'),
  row('DELETE /api/endpoints/:id/', OF_ENDPOINT(204), endpoint()),
  row('POST /api/endpoints/:id/rotate/', OF_ENDPOINT(200), endpoint()),
  row('POST /api/endpoints/:id/test/', OF_ENDPOINT(202), endpoint()),
  row('GET /api/endpoints/:id/deliveries/', OF_ENDPOINT(200), endpoint()),
  row(
    'POST /api/endpoints/:id/deliveries/:number/send/',
    OF_ENDPOINT(404),
    endpoint(),
    'an unknown delivery',
  ),
  row('POST /api/tokens/', freelancers(403), () => ({ payload: { name: 'x', scope: 'read' } }), 'on Starter'),
  row('DELETE /api/tokens/:id/', [401, 403, 403, 404, 204], async ({ setup, owner }) => ({
    id: await addToken(setup, owner.id),
  })),
];

async function addToken({ db, context }: World['setup'], userId: number): Promise<number> {
  const now = context.now().toISOString();
  const expires_at = new Date(context.now().getTime() + 3_600_000).toISOString();
  const { id } = await db
    .insertInto('tokens')
    .values({
      user_id: userId,
      name: 'x',
      token_hash: `hash of ${userId}`,
      scope: 'read',
      project_id: null,
      created_at: now,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const securityRows: Row[] = [
  row('GET /api/security_events/', [401, 200, 200, 200, 200]),
  row('GET /api/users/take_back/', [400, 400, 400, 400, 400], () => ({ query: { key: 'x' } }), 'a wrong key'),
  row(
    'POST /api/users/take_back/',
    [400, 400, 400, 400, 400],
    () => ({ payload: { key: 'x' } }),
    'a wrong key',
  ),
];

/** The deletion of the own account; the link that cancels it works for anybody who has it. */
export const erasureRows: Row[] = [
  row(
    'POST /api/account/erasure/',
    [401, 400, 400, 400, 400],
    () => ({ payload: { password: 'quite wrong' } }),
    'a wrong password',
  ),
  row('DELETE /api/account/erasure/', [401, 204, 204, 204, 204]),
  row(
    'GET /api/users/keep_account/',
    [400, 400, 400, 400, 400],
    () => ({ query: { key: 'x' } }),
    'a wrong key',
  ),
  row(
    'POST /api/users/keep_account/',
    [400, 400, 400, 400, 400],
    () => ({ payload: { key: 'x' } }),
    'a wrong key',
  ),
];

const CLIENTS_CHOICE = { notice: 'version_ready', wanted: false };
const FREELANCERS_CHOICE = { notice: 'first_look', wanted: false };

/** Rows of the choice of email notifications: for the own account, or for any with the key of a mail. */
export const noticeRows: Row[] = [
  row('GET /api/notices/choices/', [401, 200, 200, 200, 200]),
  row(
    'PATCH /api/notices/choices/',
    [401, 200, 200, 400, 400],
    () => ({ payload: CLIENTS_CHOICE }),
    'a kind for clients',
  ),
  row(
    'PATCH /api/notices/choices/',
    [401, 400, 400, 200, 200],
    () => ({ payload: FREELANCERS_CHOICE }),
    'a kind for freelancers',
  ),
  row(
    'GET /api/notices/unsubscribe/',
    [404, 404, 404, 404, 404],
    () => ({ query: { key: 'x' } }),
    'a wrong key',
  ),
  row(
    'POST /api/notices/unsubscribe/',
    [404, 404, 404, 404, 404],
    () => ({ payload: { key: 'x', wanted: false } }),
    'a wrong key',
  ),
  row(
    'GET /api/notices/one-click/',
    [302, 302, 302, 302, 302],
    () => ({ query: { key: 'x' } }),
    'a wrong key',
  ),
  row(
    'POST /api/notices/one-click/',
    [404, 404, 404, 404, 404],
    () => ({ query: { key: 'x' } }),
    'a wrong key',
  ),
];

const credential = { id: 'aGVsbG8', rawId: 'aGVsbG8', type: 'public-key' };
const ASSERTION = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};
const ATTESTATION = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } };

const AUTH = '/api/_allauth/browser/v1';
/** The authentication API answers 401 to guests where a step is missing, and 409 to users who are signed in already. */
export const authRows: Row[] = [
  row(`GET ${AUTH}/config`, everybody),
  row(`GET ${AUTH}/auth/session`, [401, 200, 200, 200, 200]),
  row(`DELETE ${AUTH}/auth/session`, [401, 401, 401, 401, 401]),
  row(
    `POST ${AUTH}/auth/login`,
    [400, 400, 400, 400, 400],
    () => ({ payload: { username: 'nobody', password: 'quite wrong' } }),
    'a wrong password',
  ),
  row(`POST ${AUTH}/auth/code/request`, [401, 409, 409, 409, 409], () => ({
    payload: { email: 'unknown@example.com' },
  })),
  row(
    `POST ${AUTH}/auth/code/confirm`,
    [409, 409, 409, 409, 409],
    () => ({ payload: { code: '123456' } }),
    'nothing pending',
  ),
  row(`POST ${AUTH}/auth/code/resend`, [409, 409, 409, 409, 409], undefined, 'nothing pending'),
  row(`POST ${AUTH}/auth/signup`, [401, 409, 409, 409, 409], ({ project: { id } }) => ({
    payload: { username: `new-${id}`, email: `new-${id}@example.com`, password: 'correct horse 7' },
  })),
  row(
    `GET ${AUTH}/auth/email/verify`,
    [400, 400, 400, 400, 400],
    () => ({ headers: { 'x-email-verification-key': 'x' } }),
    'a wrong key',
  ),
  row(
    `POST ${AUTH}/auth/email/verify`,
    [400, 400, 400, 400, 400],
    () => ({ payload: { key: 'x' } }),
    'a wrong key',
  ),
  row(`POST ${AUTH}/auth/email/verify/resend`, [409, 409, 409, 409, 409]),
  row(`GET ${AUTH}/auth/sessions`, [401, 200, 200, 200, 200]),
  row(
    `DELETE ${AUTH}/auth/sessions`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { sessions: [0] } }),
    'no own one',
  ),
  row(
    `POST ${AUTH}/auth/reauthenticate`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { password: 'quite wrong' } }),
    'a wrong password',
  ),
  row(
    `POST ${AUTH}/auth/code/reauthenticate/request`,
    [401, 409, 409, 200, 200],
    undefined,
    'without a password',
  ),
  row(
    `POST ${AUTH}/auth/code/reauthenticate`,
    [401, 409, 409, 409, 409],
    () => ({ payload: { code: '123456' } }),
    'no code waits',
  ),
  row(
    `POST ${AUTH}/auth/2fa/authenticate`,
    [401, 401, 401, 401, 401],
    () => ({ payload: { code: '123456' } }),
    'nothing pending',
  ),
  row(
    `POST ${AUTH}/auth/2fa/trust`,
    [401, 401, 401, 401, 401],
    () => ({ payload: { trust: true } }),
    'nothing pending',
  ),
  row(
    `POST ${AUTH}/auth/2fa/reauthenticate`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { code: '123456' } }),
    'a wrong code',
  ),
  row(`GET ${AUTH}/account/authenticators`, [401, 200, 200, 200, 200]),
  row(`GET ${AUTH}/account/authenticators/totp`, [401, 404, 404, 404, 404], undefined, 'no app yet'),
  row(
    `POST ${AUTH}/account/authenticators/totp`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { code: '123456' } }),
    'a wrong code',
  ),
  row(`DELETE ${AUTH}/account/authenticators/totp`, [401, 200, 200, 200, 200]),
  row(`GET ${AUTH}/account/authenticators/recovery-codes`, [401, 404, 404, 404, 404], undefined, 'no app'),
  row(`POST ${AUTH}/account/authenticators/recovery-codes`, [401, 400, 400, 400, 400], undefined, 'no app'),
  row(`GET ${AUTH}/auth/webauthn/login`, [200, 409, 409, 409, 409]),
  row(
    `POST ${AUTH}/auth/webauthn/login`,
    [400, 409, 409, 409, 409],
    () => ({ payload: { credential: ASSERTION } }),
    'an unknown passkey',
  ),
  row(`GET ${AUTH}/auth/webauthn/authenticate`, [401, 401, 401, 401, 401], undefined, 'nothing pending'),
  row(
    `POST ${AUTH}/auth/webauthn/authenticate`,
    [401, 401, 401, 401, 401],
    () => ({ payload: { credential: ASSERTION } }),
    'nothing pending',
  ),
  row(`GET ${AUTH}/auth/webauthn/reauthenticate`, [401, 200, 200, 200, 200]),
  row(
    `POST ${AUTH}/auth/webauthn/reauthenticate`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { credential: ASSERTION } }),
    'an unknown passkey',
  ),
  row(`GET ${AUTH}/account/authenticators/webauthn`, [401, 200, 200, 200, 200]),
  row(
    `POST ${AUTH}/account/authenticators/webauthn`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { credential: ATTESTATION } }),
    'a forged answer',
  ),
  row(
    `PUT ${AUTH}/account/authenticators/webauthn`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { id: 999_999, name: 'Phone' } }),
    'no own one',
  ),
  row(
    `DELETE ${AUTH}/account/authenticators/webauthn`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { authenticators: [999_999] } }),
    'no own one',
  ),
  row(`POST ${AUTH}/auth/password/request`, everybody, () => ({ payload: { email: 'unknown@example.com' } })),
  row(
    `GET ${AUTH}/auth/password/reset`,
    [400, 400, 400, 400, 400],
    () => ({ headers: { 'x-password-reset-key': 'x' } }),
    'a wrong key',
  ),
  row(
    `POST ${AUTH}/auth/password/reset`,
    [400, 400, 400, 400, 400],
    () => ({ payload: { key: 'x', password: 'correct horse 7' } }),
    'a wrong key',
  ),
  row(
    `POST ${AUTH}/account/password/change`,
    [401, 200, 200, 200, 200],
    () => ({ payload: { new_password: 'correct horse 7' } }),
    'a first password',
  ),
  row(`GET ${AUTH}/account/email`, [401, 200, 200, 200, 200]),
  row(`POST ${AUTH}/account/email`, [409, 200, 200, 200, 200], ({ project: { id } }) => ({
    payload: { email: `second-${id}@example.com` },
  })),
  row(
    `PATCH ${AUTH}/account/email`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { email: 'unknown@example.com', primary: true } }),
    'an unknown address',
  ),
  row(
    `DELETE ${AUTH}/account/email`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { email: 'unknown@example.com' } }),
    'an unknown address',
  ),
  row(
    `PUT ${AUTH}/account/email`,
    [200, 400, 400, 400, 400],
    () => ({ payload: { email: 'unknown@example.com' } }),
    'an unknown address',
  ),
  row(
    `POST ${AUTH}/auth/provider/redirect`,
    [302, 302, 302, 302, 302],
    () => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'provider=unknown',
    }),
    'an unknown provider',
  ),
  row(`GET ${AUTH}/auth/provider/signup`, [409, 409, 409, 409, 409], undefined, 'nothing pending'),
  row(
    `POST ${AUTH}/auth/provider/signup`,
    [409, 409, 409, 409, 409],
    () => ({ payload: { username: 'somebody' } }),
    'nothing pending',
  ),
  row(`GET ${AUTH}/account/providers`, [401, 200, 200, 200, 200]),
  row(
    `DELETE ${AUTH}/account/providers`,
    [401, 400, 400, 400, 400],
    () => ({ payload: { provider: 'google', account: 'x' } }),
    'not connected',
  ),
  row('GET /api/accounts/google/login/callback/', [302, 302, 302, 302, 302], undefined, 'without a code'),
];

import { EMPTY_CREDENTIAL } from '../../../../test-kit/passkeys.ts';
import { row, type Row } from './access-row.ts';

/** Calls for anybody with a key from a mail or a link. */
export const keyRows: Row[] = [
  row(
    'GET /api/users/get_email_from_key/',
    [404, 404, 404, 404, 404],
    () => ({ query: { key: 'x' } }),
    'a wrong key',
  ),
  row(
    'GET /api/users/verify_token/',
    [400, 400, 400, 400, 400],
    () => ({ query: { token: 'x' } }),
    'a wrong token',
  ),
  row(
    'POST /api/users/change_unverified_email/',
    [400, 400, 400, 400, 400],
    () => ({ payload: { username: 'nobody', password: 'quite wrong', email: 'new@example.com' } }),
    'a wrong password',
  ),
  row(
    'POST /api/users/reset_password/',
    [400, 400, 400, 400, 400],
    () => ({ payload: { reset_token: 'x', password: 'quite long', password_confirm: 'quite long' } }),
    'a wrong token',
  ),
  row(
    'GET /api/users/invitation_passkey/',
    [400, 400, 400, 400, 400],
    () => ({ query: { token: 'x' } }),
    'a wrong token',
  ),
  row(
    'POST /api/users/invitation_passkey/',
    [400, 400, 400, 400, 400],
    () => ({
      payload: {
        token: 'x',
        credential: EMPTY_CREDENTIAL,
      },
    }),
    'a wrong token',
  ),
  // Switches from one customer account to another, by the password of the latter.
  row(
    'POST /api/users/switch_account/',
    [401, 400, 400, 403, 403],
    () => ({ payload: { password: 'quite wrong' } }),
    'a wrong password',
  ),
];

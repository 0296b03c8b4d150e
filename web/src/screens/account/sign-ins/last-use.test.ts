import { expect, test } from 'vitest';
import type { AccountSession } from '../../../features/account/api.ts';
import { firstWayOf, lastUseOf } from './last-use.ts';

const session = (...methods: NonNullable<AccountSession['methods']>): AccountSession => ({
  id: 1,
  user_agent: '',
  ip: '',
  created_at: 0,
  is_current: false,
  methods,
});

test.each([
  ['password', session({ method: 'password', at: 5 }, { method: 'mfa', type: 'totp', at: 6 }), 'password'],
  ['code', session({ method: 'code', at: 5 }), 'code'],
  ['passkey', session({ method: 'mfa', type: 'webauthn', at: 5 }), 'passkey'],
  ['reset link', session({ method: 'password_reset', at: 5 }), 'link'],
  ['app alone', session({ method: 'mfa', type: 'totp', at: 5 }), undefined],
  ['nothing', session(), undefined],
])('a session started by %s is labelled so', (_name, given, way) => {
  expect(firstWayOf(given)?.way).toBe(way);
});

test('a way was last used at its newest step in any open session, each identity by itself', () => {
  const google = { method: 'socialaccount', provider: 'google' };
  const sessions = [
    session({ method: 'password', at: 5 }, { method: 'password', at: 9 }),
    session({ ...google, uid: 'a', at: 7 }),
    session({ ...google, uid: 'b', at: 8 }),
  ];
  expect(lastUseOf(sessions, 'password')).toBe(9);
  expect(lastUseOf(sessions, 'provider', 'a')).toBe(7);
  expect(lastUseOf(sessions, 'code')).toBeUndefined();
  expect(firstWayOf(sessions[1] ?? session())).toEqual({ way: 'provider', provider: 'google' });
});

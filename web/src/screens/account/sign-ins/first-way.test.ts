import { expect, test } from 'vitest';
import type { AccountSession } from '../../../features/account/api.ts';
import { firstWayOf } from './first-way.ts';

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

test('a session that began at a provider names it', () => {
  const begun = session({ method: 'socialaccount', provider: 'google', uid: 'a', at: 7 });
  expect(firstWayOf(begun)).toEqual({ way: 'provider', provider: 'google' });
});

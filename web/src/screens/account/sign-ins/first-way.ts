import type { AccountSession } from '../../../features/account/api.ts';

type Way = 'password' | 'code' | 'passkey' | 'provider' | 'link';

type Step = NonNullable<AccountSession['methods']>[number];

const WAYS: Record<string, Way> = {
  password: 'password',
  code: 'code',
  socialaccount: 'provider',
  password_reset: 'link',
};

/** The way that a step of a login was; undefined for a second step by an app, which is no way in of its own. */
function wayOf({ method, type }: Step): Way | undefined {
  return method === 'mfa' && type === 'webauthn' ? 'passkey' : WAYS[method];
}

/** The way that a session began by; undefined for sessions that say none. */
export function firstWayOf({ methods = [] }: AccountSession): { way: Way; provider?: string } | undefined {
  for (const step of methods) {
    const way = wayOf(step);
    if (way) return step.provider === undefined ? { way } : { way, provider: step.provider };
  }
  return undefined;
}

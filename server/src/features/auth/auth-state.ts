import type { MethodRecord } from '@vitrin/shared/contract/account/auth.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Identity, IdentityChecks } from '../../adapters/identity/identity-provider.ts';
import type { Context } from '../../context.ts';
import type { CurrentSession } from '../../current/current-user.ts';

export type Visitor = {
  session: CurrentSession | null;
  language: Language;
  ip: string;
  userAgent: string;
  /** Device ids that tell a known browser from a new one, separated by dots: one for each account that signed in there. */
  deviceIds: string;
};

export type PendingStep =
  /** The identity that gave the address gets the account once the address is verified in this session. */
  | { id: 'verify_email'; identity?: Identity; login_methods?: ['username']; signup?: PendingSignup }
  | { id: 'provider_signup'; identity: Identity; login_methods?: undefined; signup?: undefined }
  | PendingCode
  | (PendingFactor & { identity?: undefined; signup?: undefined });

/** A code that this browser asked for; `email` may belong to no account, and `codes` is set once a job has mailed them. */
export type PendingCode = {
  id: 'login_by_code';
  email: string;
  sent_at: string;
  /** Counts the codes typed since, right or wrong. */
  tries: number;
  identity?: undefined;
  /** One HMAC for each account that has verified the address. */
  codes?: { user_id: number; hash: string }[];
};

/** `hash` is of the code, `tries` counts codes typed since, right or wrong. */
export type ProofCode = { email: string; sent_at: string; tries: number; hash: string };

/** An account made here at `at`, in epoch seconds: verifying its address logs in, as the password was chosen here. */
type PendingSignup = { user_id: number; at: number };

/** A login after its first step: the second factor is asked for, or after it the trust in this browser. */
export type PendingFactor = {
  id: 'mfa_authenticate' | 'mfa_trust';
  user_id: number;
  types: string[];
  records: MethodRecord[];
  /** The first step no longer holds if the account's stamp differs from this one at the end of the login. */
  stamp: string;
};

export type SocialProcess = 'login' | 'connect';

/** One sign-in at the provider, kept in the session until the browser comes back. */
export type SocialRedirect = IdentityChecks & { process: SocialProcess; callbackUrl: string };

/** Recovery codes that only the cookie of the session with this id decrypts; `made_at` is in epoch seconds. */
export type ShownCodes = { session_id: number; made_at: number; sealed: string };

export type AuthState = {
  methods: MethodRecord[];
  pending?: PendingStep;
  redirects?: SocialRedirect[];
  totp_secret?: string;
  proof_code?: ProofCode;
  /** Copy of the recovery codes that this session has made, until it is shown (factors/shown-codes.ts). */
  shown_codes?: ShownCodes | undefined;
};

export function readState(session: Pick<CurrentSession, 'state'> | null): AuthState {
  return { methods: [], ...(JSON.parse(session?.state ?? '{}') as Partial<AuthState>) };
}

/** Returns the `at` of a record: epoch seconds with their fraction. */
export function epochSeconds({ now }: Pick<Context, 'now'>): number {
  return now().getTime() / 1000;
}

import type { MethodRecord } from '@vitrin/shared/contract/auth.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Identity, IdentityChecks } from '../../adapters/identity/identity-provider.ts';
import type { Context } from '../../context.ts';
import type { CurrentSession } from '../../current/current-user.ts';

/** The sender of a request: its session, if any, and what is known of the browser. */
export type Visitor = {
  session: CurrentSession | null;
  language: Language;
  ip: string;
  userAgent: string;
  /** Device ids that tell a known browser from a new one, with dots between: one for each account that signed in there. */
  deviceIds: string;
};

/** The pending step of signing in that a session without a user is in. */
export type PendingStep =
  /**
   * With the identity that gave the address: when the address is verified in this session, the identity gets the
   * account.
   */
  | { id: 'verify_email'; identity?: Identity; login_methods?: ['username']; signup?: PendingSignup }
  | { id: 'provider_signup'; identity: Identity; login_methods?: undefined; signup?: undefined }
  | PendingCode
  | (PendingFactor & { identity?: undefined; signup?: undefined });

/**
 * A code that this browser has asked for. `email` may belong to no account; the codes are there once a job has mailed
 * them.
 */
export type PendingCode = {
  id: 'login_by_code';
  email: string;
  sent_at: string;
  /** Codes typed since, right or wrong. */
  tries: number;
  identity?: undefined;
  /** An HMAC for each account that has verified the address. */
  codes?: { user_id: number; hash: string }[];
};

/** `hash` is of the code, `tries` counts codes typed since, right or wrong. */
export type ProofCode = { email: string; sent_at: string; tries: number; hash: string };

/**
 * An account that was made in this session, and when, in epoch seconds: verifying its address here logs it in, since the
 * password was chosen here.
 */
type PendingSignup = { user_id: number; at: number };

/** A login after its first step: the second factor is asked for, or after it the trust in this browser. */
export type PendingFactor = {
  id: 'mfa_authenticate' | 'mfa_trust';
  user_id: number;
  /** Kinds of second factor that this login accepts. */
  types: string[];
  records: MethodRecord[];
  /** Another one by the end of the login means that the first step does not hold any more. */
  stamp: string;
};

export type SocialProcess = 'login' | 'connect';

/** One sign-in at the provider, kept in the session until the browser comes back. */
export type SocialRedirect = IdentityChecks & { process: SocialProcess; callbackUrl: string };

/** State kept in a session: the methods its user signed in by, and the pending step. */
export type AuthState = {
  methods: MethodRecord[];
  pending?: PendingStep;
  redirects?: SocialRedirect[];
  /** Encrypted secret of an authenticator app that is being set up. */
  totp_secret?: string;
  /** A code that was mailed to confirm that it is the person who is signed in. */
  proof_code?: ProofCode;
  /** A second factor was given for this session, or its browser is trusted. */
  factor?: boolean;
};

export function readState(session: Pick<CurrentSession, 'state'> | null): AuthState {
  return { methods: [], ...(JSON.parse(session?.state ?? '{}') as Partial<AuthState>) };
}

/** The `at` of a record: epoch seconds with fraction. */
export function epochSeconds({ now }: Pick<Context, 'now'>): number {
  return now().getTime() / 1000;
}

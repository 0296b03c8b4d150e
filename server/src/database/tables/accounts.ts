import type { Generated } from 'kysely';
import type { SecurityEventKind } from '@vitrin/shared/contract/account/security.ts';
import type { Timestamp } from './timestamp.ts';

export type EmailAddressesTable = {
  id: Generated<number>;
  user_id: number;
  email: string;
  verified: boolean;
  verified_at: Timestamp | null;
  is_primary: boolean;
  created_at: Timestamp;
};

export type SessionsTable = {
  id: Generated<number>;
  /** SHA-256 of the cookie's value. */
  id_hash: string;
  /** Null while a step of signing in is pending. */
  user_id: number | null;
  user_agent: string;
  ip: string;
  /** JSON: AuthState of the authentication API. */
  state: string;
  created_at: Timestamp;
  last_seen: Timestamp;
  expires_at: Timestamp;
};

export type KnownDevicesTable = {
  id: Generated<number>;
  user_id: number;
  /** HMAC of the user and the id in the cookie; for logins before migration 0016 the SHA-256 of the id. */
  id_hash: string;
  /** A trusted device has its own counter of failed logins, until the password is reset. */
  is_trusted: Generated<boolean>;
  /** Until then a login on this browser needs no second factor; null where one was not given, or trust has ended. */
  factor_trusted_until: Generated<Timestamp | null>;
  last_seen: Timestamp;
};

export type SocialAccountsTable = {
  id: Generated<number>;
  user_id: number;
  provider: string;
  uid: string;
  display: string;
  /** Until this address is verified by the same person, the identity belongs to no account; null after that. */
  pending_address_id: Generated<number | null>;
  created_at: Timestamp;
  last_used_at: Generated<Timestamp | null>;
};

export type SecurityEventsTable = {
  id: Generated<number>;
  user_id: number;
  kind: SecurityEventKind;
  detail: string | null;
  ip: string;
  /** Browser and system in a word each; null for anything but a browser. */
  device: string | null;
  created_at: Timestamp;
};

export type ReclaimsTable = {
  id: Generated<number>;
  user_id: number;
  email: string;
  expires_at: Timestamp;
};

export type SecondFactorsTable = {
  id: Generated<number>;
  user_id: number;
  /** The secret of the authenticator app, encrypted by a key that is derived from SECRET_KEY. */
  secret: string;
  /** The last step of 30 seconds for which a code was accepted, so that none is accepted twice. */
  last_step: number;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};

export type RecoveryCodesTable = {
  id: Generated<number>;
  user_id: number;
  /** HMAC of the user and the code. */
  code_hash: string;
  created_at: Timestamp;
  used_at: Timestamp | null;
};

export type FeedsTable = {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the secret in the address. */
  secret_hash: string;
  created_at: Timestamp;
  last_fetched_at: Timestamp | null;
};

export type PasskeysTable = {
  id: Generated<number>;
  user_id: number;
  /** Base64url, as the authenticator chose it. */
  credential_id: string;
  /** COSE key in base64url. */
  public_key: string;
  /** Counter of the authenticator at its last use; 0 for those that do not count. */
  sign_count: number;
  /** Ways in which browsers may reach the authenticator, as a JSON list. */
  transports: string;
  rp_id: string;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};

/** Challenges that were answered, until they expire: each is answered once. */
export type UsedChallengesTable = {
  challenge_hash: string;
  expires_at: Timestamp;
};

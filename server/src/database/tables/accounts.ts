import type { Generated } from 'kysely';
import type { SecurityEventKind } from '@vitrin/shared/contract/security.ts';
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
  /** Null while a sign-in is pending. */
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
  /** HMAC of the user and the cookie's id; SHA-256 of the id before migration 0016. */
  id_hash: string;
  /** Failed logins of a trusted device are counted apart, until the password is reset. */
  is_trusted: Generated<boolean>;
  /** Until then this browser needs no second factor; null without one. */
  factor_trusted_until: Generated<Timestamp | null>;
  last_seen: Timestamp;
};

export type SocialAccountsTable = {
  id: Generated<number>;
  user_id: number;
  provider: string;
  uid: string;
  display: string;
  /** Until its owner verifies this address, the identity belongs to no account. */
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
  /** Browser and system in a word each. */
  device: string | null;
  created_at: Timestamp;
};

export type TakeBacksTable = {
  id: Generated<number>;
  user_id: number;
  email: string;
  expires_at: Timestamp;
};

export type SecondFactorsTable = {
  id: Generated<number>;
  user_id: number;
  /** Encrypted by a key derived from SECRET_KEY. */
  secret: string;
  /** The last step of 30 seconds with an accepted code: none is accepted twice. */
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
  /** 0 for authenticators that do not count. */
  sign_count: number;
  /** JSON list, of the browser. */
  transports: string;
  rp_id: string;
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
};

/** Each challenge is answered once. */
export type UsedChallengesTable = {
  challenge_hash: string;
  expires_at: Timestamp;
};

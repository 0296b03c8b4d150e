import type { Generated } from 'kysely';
import type { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { Timestamp } from './timestamp.ts';

export type TokensTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  token_hash: string;
  scope: TokenScope;
  /** The only project it sees; null for all of its freelancer. */
  project_id: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Written at most once a minute. */
  last_used_at: Generated<Timestamp | null>;
};

/** A creation under a key of the caller's choice; `status`, `headers` and `body` are null until it is answered. */
export type IdempotencyKeysTable = {
  token_id: number;
  key: string;
  /** SHA-256 of method, address and body. */
  request_hash: string;
  status: number | null;
  /** JSON: headers by name, of those that are given again. */
  headers: string | null;
  body: string | null;
  created_at: Timestamp;
};

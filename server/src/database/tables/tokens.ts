import type { Generated } from 'kysely';
import type { TokenScope } from '@vitrin/shared/contract/tokens.ts';
import type { Timestamp } from './timestamp.ts';

export type TokensTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  token_hash: string;
  scope: TokenScope;
  /** Null: all projects. */
  project_id: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** Written at most once a minute. */
  last_used_at: Generated<Timestamp | null>;
};

/** `status`, `headers` and `body` are null until answered. */
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

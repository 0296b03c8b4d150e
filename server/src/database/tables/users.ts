import type { Generated } from 'kysely';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';
import type { Timestamp } from './timestamp.ts';

export type UsersTable = {
  id: Generated<number>;
  username: string;
  /** See usernameKey in shared/rules/names.ts. */
  username_key: string;
  /** Equal for names that differ only in i, ı, İ and I (foldedKey); null where an earlier release made the row. */
  folded_key: Generated<string | null>;
  /** For sorting and search (nameKey in shared/rules/names.ts). */
  name_key: string;
  /** Shown instead of the username. */
  display_name: Generated<string | null>;
  user_type: UserType;
  /** Null without a usable password: an invited customer or a social account. */
  password_hash: string | null;
  password_changed_at: Timestamp | null;
  password_used_at: Generated<Timestamp | null>;
  code_used_at: Generated<Timestamp | null>;
  language: Language;
  /** As in Europe/Istanbul; null until a browser has named it. */
  time_zone: Generated<string | null>;
  /** Null for freelancers. */
  owner_id: number | null;
  /** For a person of a client, that customer; else null. */
  client_id: Generated<number | null>;
  /** The name stays, for looks and deliveries. */
  removed_at: Generated<Timestamp | null>;
  /** Network of a new free account (networkOf); else null. */
  signup_network: Generated<string | null>;
  extra_storage_gb: Generated<number>;
  /** Verifications of an address or passkeys by invitation; each ends all earlier invitations. */
  verifications: Generated<number>;
  /** Reset links mailed earlier are ended. */
  last_login_at: Timestamp | null;
  last_seen: Timestamp | null;
  created_at: Timestamp;
};

import type { Generated } from 'kysely';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';
import type { Timestamp } from './timestamp.ts';

export type UsersTable = {
  id: Generated<number>;
  username: string;
  /** For uniqueness and login, see usernameKey in shared/rules/names.ts. */
  username_key: string;
  /** Equal for names that differ only in i, ı, İ and I (foldedKey); null where an earlier release made the row. */
  folded_key: Generated<string | null>;
  /** Sorting and search use this key (nameKey in shared/rules/names.ts). */
  name_key: string;
  /** Name that others see instead of the username; null where the username is shown. */
  display_name: Generated<string | null>;
  user_type: UserType;
  /** Null without a usable password, as for an invited customer or a social account. */
  password_hash: string | null;
  password_changed_at: Timestamp | null;
  password_used_at: Generated<Timestamp | null>;
  code_used_at: Generated<Timestamp | null>;
  language: Language;
  /** As the browser names it, as in Europe/Istanbul; null while no browser has. */
  time_zone: Generated<string | null>;
  /** The freelancer a customer belongs to; null for freelancers. */
  owner_id: number | null;
  /** For a person of a client: the customer with the projects they see; null for freelancers and customers. */
  client_id: Generated<number | null>;
  /** When a person of a customer was removed: only the name is left, for what the person looked at and received. */
  removed_at: Generated<Timestamp | null>;
  /** The network that a freelancer signed up from, see networkOf, while the account is new and free; else null. */
  signup_network: Generated<string | null>;
  extra_storage_gb: Generated<number>;
  /** Number of addresses verified or passkeys made by invitation; each one ends all earlier invitations. */
  verifications: Generated<number>;
  /** Reset links mailed before this time no longer work. */
  last_login_at: Timestamp | null;
  last_seen: Timestamp | null;
  created_at: Timestamp;
};

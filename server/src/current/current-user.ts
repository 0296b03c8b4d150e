import type { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';

/** As whom a request asks: `view` is a freelancer who sees own projects as their client does (specification 9.13). */
export const ROLES = ['freelancer', 'customer', 'view'] as const;
export type Role = (typeof ROLES)[number];

export type CurrentUser = {
  id: number;
  username: string;
  user_type: UserType;
  role: Role;
  isFreelancer: boolean;
  /** True if the user sees the projects they own; else those assigned to them. */
  seesOwn: boolean;
  language: Language;
  owner_id: number | null;
  /** The key under which the user takes turns, see tenants/tenant.ts. */
  tenant: string;
};

/** The session a request came with; `user` is null while a step of signing in is pending. */
export type CurrentSession = {
  id: number;
  user: CurrentUser | null;
  state: string;
  /** The session is the same until then unless something is written; milliseconds since 1970. */
  sameUntil: number;
  token?: CurrentToken;
};

type CurrentToken = {
  id: number;
  scope: TokenScope;
  project_id: number | null;
  /** How many live tokens of its freelancer are older. */
  older: number;
  last_used_at: string | null;
};

export type TokenSession = CurrentSession & { user: CurrentUser; token: CurrentToken };

/** `isRenewed`: the session was prolonged, so its cookie should be too. */
export type LoadedSession = CurrentSession & { isRenewed: boolean };

export function rightsOf(role: Role): Pick<CurrentUser, 'role' | 'isFreelancer' | 'seesOwn'> {
  return { role, isFreelancer: role === 'freelancer', seesOwn: role !== 'customer' };
}

import type { TokenScope } from '@vitrin/shared/contract/tokens.ts';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';

/** `view`: a freelancer who sees own projects as their client (specification 9.13). */
export const ROLES = ['freelancer', 'customer', 'view'] as const;
export type Role = (typeof ROLES)[number];

export type CurrentUser = {
  id: number;
  username: string;
  user_type: UserType;
  role: Role;
  isFreelancer: boolean;
  /** Else those assigned to the user. */
  seesOwn: boolean;
  language: Language;
  owner_id: number | null;
  /** See tenants/tenant.ts. */
  tenant: string;
};

/** `user` is null while a sign-in is pending. */
export type CurrentSession = {
  id: number;
  user: CurrentUser | null;
  state: string;
  /** Milliseconds since 1970: unchanged until then unless something is written. */
  sameUntil: number;
  token?: CurrentToken;
};

type CurrentToken = {
  id: number;
  scope: TokenScope;
  project_id: number | null;
  /** Live older tokens of the freelancer. */
  older: number;
  last_used_at: string | null;
};

export type TokenSession = CurrentSession & { user: CurrentUser; token: CurrentToken };

/** `isRenewed`: prolong the cookie too. */
export type LoadedSession = CurrentSession & { isRenewed: boolean };

export function rightsOf(role: Role): Pick<CurrentUser, 'role' | 'isFreelancer' | 'seesOwn'> {
  return { role, isFreelancer: role === 'freelancer', seesOwn: role !== 'customer' };
}

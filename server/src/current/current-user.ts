import type { TokenScope } from '@vitrin/shared/contract/tokens.ts';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';

/** As whom a request asks: `view` is a freelancer who sees own projects as their client does (specification 9.13). */
export const ROLES = ['freelancer', 'customer', 'view'] as const;
export type Role = (typeof ROLES)[number];

/** User who makes the request. Every service that acts for a user takes it as a parameter. */
export type CurrentUser = {
  id: number;
  username: string;
  user_type: UserType;
  role: Role;
  /** True for the role of a freelancer, who may change things and sees more than clients do. */
  isFreelancer: boolean;
  /** True if the user sees the projects they own; else those assigned to them. */
  seesOwn: boolean;
  language: Language;
  /** The freelancer a customer belongs to. */
  owner_id: number | null;
  /** The key under which the user takes turns, see tenants/tenant.ts. */
  tenant: string;
};

/** The session a request came with; `user` is null while a step of signing in is pending. */
export type CurrentSession = {
  id: number;
  user: CurrentUser | null;
  state: string;
  /** Milliseconds since 1970: until then it is the same as long as nothing is written; then it ends, or is prolonged. */
  sameUntil: number;
  /** Undefined for a person in a browser. */
  token?: CurrentToken;
};

/** The token of a program that asks for a freelancer. */
type CurrentToken = {
  id: number;
  scope: TokenScope;
  /** The only project that it sees; null for all. */
  project_id: number | null;
  /** How many live tokens of its freelancer are older. */
  older: number;
  last_used_at: string | null;
};

export type TokenSession = CurrentSession & { user: CurrentUser; token: CurrentToken };

/** `isRenewed`: the session was prolonged, so its cookie should be too. */
export type LoadedSession = CurrentSession & { isRenewed: boolean };

/** Returns the rights of a user in a role. */
export function rightsOf(role: Role): Pick<CurrentUser, 'role' | 'isFreelancer' | 'seesOwn'> {
  return { role, isFreelancer: role === 'freelancer', seesOwn: role !== 'customer' };
}

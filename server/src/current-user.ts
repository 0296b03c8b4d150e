import type { Language, UserType } from '@vitrin/shared/contract/users.ts';

/** The user who makes the request. A parameter of every service that acts for somebody. */
export type CurrentUser = {
  id: number;
  username: string;
  user_type: UserType;
  isFreelancer: boolean;
  language: Language;
  /** The freelancer a customer belongs to. */
  owner_id: number | null;
};

/** The session a request came with; `user` is null while a step of signing in is pending. */
export type CurrentSession = { id: number; user: CurrentUser | null; state: string };

/** `isRenewed`: the session was prolonged, so its cookie should be too. */
export type LoadedSession = CurrentSession & { isRenewed: boolean };

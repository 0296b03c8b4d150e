import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Flow } from '@vitrin/shared/contract/auth.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { api, authUrl, reportExpiredSession } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { paths } from '../../paths.ts';
import { readCachedUser, writeCachedUser } from './sessions/cached-user.ts';

type Session = { data: { user: { id: number } } };

/**
 * Who is signed in: the cached user at once, refreshed by a session check; null for a guest.
 * Stale from the start, so that a page load always asks the server once.
 */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: fetchCurrentUser,
  initialData: () => readCachedUser() ?? undefined,
  initialDataUpdatedAt: 0,
  staleTime: 60_000,
});

/** The signed-in user, null for a guest, undefined while that is not known yet. */
export function useCurrentUser(): User | null | undefined {
  return useQuery(currentUserQuery).data;
}

/** The signed-in user, for screens behind a guard: throws where there is none. */
export function useSignedInUser(): User {
  const user = useCurrentUser();
  if (!user) throw new Error('useSignedInUser was used on a screen without a guard');
  return user;
}

/** Asks the server again, e.g. after a project was created (specification 2.7: "the current user is re-synced"). */
export async function refreshCurrentUser(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** Puts `user` in place of whoever was there, here and, through local storage, in the other tabs. */
export function setCurrentUser(user: User | null): void {
  writeCachedUser(user);
  queryClient.setQueryData(currentUserQuery.queryKey, user);
}

export type LoginInput = { username: string; password: string };
export type SignupInput = { username: string; email: string; password: string };

export function useLogin() {
  return useMutation({
    mutationFn: async (input: LoginInput) => {
      await api(authUrl('auth/login'), { method: 'POST', body: input });
      return enterStartedSession();
    },
  });
}

/** For the person whose session has ended in the middle of something; resolves to whoever is signed in then. */
export function useLogInAgain({ username }: User) {
  return useMutation({
    mutationFn: async (password: string) => {
      try {
        await api(authUrl('auth/login'), { method: 'POST', body: { username, password } });
      } catch (error) {
        // Somebody is signed in, in another tab: who it is decides.
        if (!(error instanceof ApiError && error.status === 409)) throw error;
      }
      const { data } = await api<Session>(authUrl('auth/session'));
      const user = await api<User>(`/users/${data.user.id}/`);
      if (user.username === username) {
        setCurrentUser(user);
        void queryClient.invalidateQueries();
      }
      return user;
    },
  });
}

/** Specification 2.4: a 409 (somebody is signed in) logs out and tries once more. */
export function useSignup() {
  return useMutation({
    mutationFn: async (input: SignupInput) => {
      const signup = () => api(authUrl('auth/signup'), { method: 'POST', body: input });
      try {
        await signup();
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) throw error;
        await deleteSession();
        setCurrentUser(null);
        await signup();
      }
    },
  });
}

/** The browser kept no session although the server started one: it refuses our cookie. */
export class SessionNotKeptError extends Error {
  override name = 'SessionNotKeptError';
}

/** The login was right, but who it is could not be loaded: trying again goes on with the session there is. */
export class AccountNotLoadedError extends Error {
  override name = 'AccountNotLoadedError';
}

async function enterStartedSession(): Promise<User> {
  try {
    return await enterSession();
  } catch (error) {
    if (error instanceof SessionNotKeptError) throw error;
    throw new AccountNotLoadedError('The account could not be loaded', { cause: error });
  }
}

/** After an answer that started a session: everything known belongs to whoever was there before. */
export async function enterSession(): Promise<User> {
  // What the screen still shows stays: asked again, the token that was just used would be refused.
  queryClient.removeQueries({
    type: 'inactive',
    predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
  });
  const user = await fetchCurrentUser();
  if (user === null) throw new SessionNotKeptError();
  setCurrentUser(user);
  return user;
}

let isLeaving = false;

/** True from a logout until its fresh page is there: what the server refuses meanwhile is no session that expired. */
export function isLeavingSession(): boolean {
  return isLeaving;
}

/** Logout. A fresh page at `/` leaves nothing of the session in memory. Rejects, and stays, where the session goes on. */
export async function leaveSession(): Promise<void> {
  isLeaving = true;
  try {
    await deleteSession();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  writeCachedUser(null);
  location.assign(paths.home);
}

/** Ends the session on the server; 401 is this call's success. */
async function deleteSession(): Promise<void> {
  try {
    await api(authUrl('auth/session'), { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

/** The flow a 401 of the auth API asks for next, e.g. verify_email; null when none is pending. */
export function pendingFlow(error: unknown): string | null {
  return findPending(error)?.id ?? null;
}

/** A client signs in by username without a verified address; only the login by the address has to wait for it. */
export function canUseUsernameInstead(error: unknown): boolean {
  return findPending(error)?.login_methods?.includes('username') ?? false;
}

function findPending(error: unknown): Flow | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined;
  const body = error.data as { data?: { flows?: Flow[] } } | undefined;
  return body?.data?.flows?.find((flow) => flow.is_pending);
}

async function fetchCurrentUser(): Promise<User | null> {
  let session: Session;
  try {
    session = await api<Session>(authUrl('auth/session'));
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    const end = reportExpiredSession();
    // Somebody was signed in here and is no more; the page is being left, so nothing is to be shown without a user.
    if (end === 'leaving') return new Promise<never>(() => {});
    // The login dialog asks this person to log in again; until then the screen goes on showing them.
    if (end === 'waiting') throw error;
    writeCachedUser(null);
    return null;
  }
  const user = await api<User>(`/users/${session.data.user.id}/`);
  writeCachedUser(user);
  return user;
}

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
 * The signed-in user, null for a guest: the cached one at once, then that of a session check. Stale from the start, so
 * that each page load asks the server once.
 */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: fetchCurrentUser,
  initialData: () => readCachedUser() ?? undefined,
  initialDataUpdatedAt: 0,
  staleTime: 60_000,
});

/** The signed-in user, null for a guest, undefined while unknown. */
export function useCurrentUser(): User | null | undefined {
  return useQuery(currentUserQuery).data;
}

/** The signed-in user, for screens behind a guard: throws for a guest. */
export function useSignedInUser(): User {
  const user = useCurrentUser();
  if (!user) throw new Error('useSignedInUser was used on a screen without a guard');
  return user;
}

/** Reloads the user, for example after a project was created (specification 2.7: "the current user is re-synced"). */
export async function refreshCurrentUser(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}

/** Stores the signed-in user, here and, through local storage, in the other tabs. */
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

/** Logs the person in again whose session has ended; resolves to the user who is signed in then. */
export function useLogInAgain({ username }: User) {
  return useMutation({
    mutationFn: async (password: string) => {
      try {
        await api(authUrl('auth/login'), { method: 'POST', body: { username, password } });
      } catch (error) {
        // 409: a user is signed in already, in another tab; the session says who.
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

/** A 409 (a user is signed in) logs out and tries once more (specification 2.4). */
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

/** The server started a session, but the browser refuses its cookie. */
export class SessionNotKeptError extends Error {
  override name = 'SessionNotKeptError';
}

/** The login succeeded, but the user could not be loaded: another try goes on with the session there is. */
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

/** Called after an answer that started a session: drops the cache, which belongs to another user or a guest. */
export async function enterSession(): Promise<User> {
  // Queries on the screen are kept: loading them again would send the token that was just used up.
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

/** True from a logout until its fresh page is loaded: refusals meanwhile are no expired session. */
export function isLeavingSession(): boolean {
  return isLeaving;
}

/**
 * Logs out and loads a fresh page at `/`, so that nothing of the session stays in memory. Rejects, and stays, where the
 * session could not be ended.
 */
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

/** The step that a 401 of the auth API asks for, such as verify_email; null when none is pending. */
export function pendingFlow(error: unknown): string | null {
  return findPending(error)?.id ?? null;
}

/** Whether the user can log in by username instead: for clients only the login by an unverified address has to wait. */
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
    // The session has ended and the page is being left, so nothing is rendered without a user.
    if (end === 'leaving') return new Promise<never>(() => {});
    // The login dialog asks this person to log in again; until then the screen keeps showing the user.
    if (end === 'waiting') throw error;
    writeCachedUser(null);
    return null;
  }
  const user = await api<User>(`/users/${session.data.user.id}/`);
  writeCachedUser(user);
  return user;
}

import { useMutation } from '@tanstack/react-query';
import type { Flow } from '@vitrin/shared/contract/account/auth.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { api, authUrl } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Session, currentUserQuery, deleteSession, fetchCurrentUser, setCurrentUser } from './api.ts';

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

export async function sendPassword(username: string, password: string): Promise<void> {
  await api(authUrl('auth/login'), { method: 'POST', body: { username, password } });
}

/** Logs a person in again by the given call after their session has ended; resolves to the user who is signed in then. */
export function useLogInAgain({ username }: User) {
  return useMutation({
    mutationFn: async (send: () => Promise<void>) => {
      try {
        await send();
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

export async function enterStartedSession(): Promise<User> {
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

/** The step that a 401 of the auth API asks for, such as verify_email; null when none is pending. */
export function pendingFlow(error: unknown): string | null {
  return findPending(error)?.id ?? null;
}

/** True if the user can log in by username instead: for clients only the login by an unverified address has to wait. */
export function canUseUsernameInstead(error: unknown): boolean {
  return findPending(error)?.login_methods?.includes('username') ?? false;
}

export function findPending(error: unknown): Flow | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined;
  const body = error.data as { data?: { flows?: Flow[] } } | undefined;
  return body?.data?.flows?.find((flow) => flow.is_pending);
}

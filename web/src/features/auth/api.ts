import { queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '@vitrin/shared/contract/users.ts';
import { LOGOUT_COOKIE } from '@vitrin/shared/rules/texts/cookie-values.ts';
import { api, authUrl, reportExpiredSession } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { writeCookie } from '../../lib/cookies.ts';
import { isClientView } from '../../lib/looks/client-view.ts';
import { queryClient } from '../../lib/query-client.ts';
import { SESSION_END_KEY, writeStored } from '../../lib/storage.ts';
import { paths } from '../../paths.ts';
import { readCachedUser, writeCachedUser } from './sessions/cached-user.ts';

export type Session = { data: { user: { id: number } } };

/** The signed-in user, null for a guest: the cached one first, then that of a session check at each page load. */
export const currentUserQuery = queryOptions({
  queryKey: ['current-user'],
  queryFn: fetchCurrentUser,
  initialData: () => (isClientView() ? undefined : (readCachedUser() ?? undefined)),
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

/** How long a logout waits for its answer. */
const LOGOUT_MILLISECONDS = 5000;

let isLeaving = false;

/** True from a logout until its fresh page is loaded: refusals meanwhile are no expired session. */
export function isLeavingSession(): boolean {
  return isLeaving;
}

/** Logs out and loads a fresh page at `/`. Without an answer a cookie ends the session later (specification 3.9). */
export async function leaveSession(): Promise<void> {
  isLeaving = true;
  writeStored('local', SESSION_END_KEY, 'logout');
  writeCookie(location.protocol === 'https:' ? `__Host-${LOGOUT_COOKIE}` : LOGOUT_COOKIE, '1');
  try {
    await deleteSession(AbortSignal.timeout(LOGOUT_MILLISECONDS));
  } catch (error) {
    console.error(error);
  }
  writeCachedUser(null);
  location.assign(paths.home);
}

/** Ends the session on the server; 401 is this call's success. */
export async function deleteSession(signal?: AbortSignal): Promise<void> {
  try {
    await api(authUrl('auth/session'), { method: 'DELETE', ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

/** Asks the server who is signed in, and keeps the answer for the next page load; null for a guest. */
export async function fetchCurrentUser(): Promise<User | null> {
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

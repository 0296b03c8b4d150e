import type { User } from '@vitrin/shared/contract/users.ts';
import type { createBrowserRouter } from 'react-router';
import { isClientView } from '../../../lib/looks/client-view.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { SESSION_END_KEY, USER_KEY, readStored } from '../../../lib/storage.ts';
import { paths } from '../../../paths.ts';
import { currentUserQuery } from '../api.ts';
import { parseUser, readCachedUser } from './cached-user.ts';
import { sessionResumed } from '../../../lib/ended-session.ts';

type OnExpired = () => unknown;

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'revalidate'>;

/** Keeps tabs in step by local storage events; a frozen page that is shown again gets none, so it checks by itself. */
export function followOtherTabs(router: Router, onExpired: OnExpired): () => void {
  const follow = (after: User | null) => {
    const before = queryClient.getQueryData(currentUserQuery.queryKey);
    if (before && !after && readStored('local', SESSION_END_KEY) === 'expired') {
      // The session expired without a logout: this tab keeps its address and what is typed in it.
      onExpired();
    } else if (before && !after) {
      // As after a logout in this tab: loads a fresh page, so that nothing of the old session stays in memory.
      location.assign(paths.home);
    } else if (before && after && before.id !== after.id) {
      location.assign(paths.dashboard);
    } else {
      if (!isClientView()) queryClient.setQueryData(currentUserQuery.queryKey, after);
      if (after) sessionResumed();
      if (!before && after) void router.revalidate();
    }
  };
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === USER_KEY || key === null) follow(key === null ? null : parseUser(newValue));
  };
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) follow(readCachedUser());
  };
  addEventListener('storage', onStorage);
  addEventListener('pageshow', onShown);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pageshow', onShown);
  };
}

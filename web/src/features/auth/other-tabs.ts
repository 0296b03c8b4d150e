import type { createBrowserRouter } from 'react-router';
import { queryClient } from '../../lib/query-client.ts';
import { USER_KEY } from '../../lib/storage.ts';
import { paths } from '../../paths.ts';
import { currentUserQuery } from './api.ts';
import { parseUser } from './cached-user.ts';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'revalidate'>;

/** Keeps tabs in step through local storage: a login, a logout or a change of user in one reaches the others. */
export function followOtherTabs(router: Router): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== USER_KEY && event.key !== null) return;
    const before = queryClient.getQueryData(currentUserQuery.queryKey);
    const after = event.key === null ? null : parseUser(event.newValue);
    if (before && !after) {
      // As after a logout here: a fresh page, so that nothing of the old session stays in memory.
      location.assign(paths.home);
    } else if (before && after && before.id !== after.id) {
      location.assign(paths.dashboard);
    } else {
      queryClient.setQueryData(currentUserQuery.queryKey, after);
      if (!before && after) void router.revalidate();
    }
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}

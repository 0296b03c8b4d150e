import { use, useCallback } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type NavigateOptions,
  useLocation,
  useNavigate,
} from 'react-router';

/**
 * Changes the query of this screen's address. `useSearchParams` begins with the address that is drawn, and so takes
 * back a change that is not drawn yet; this begins with the one the router is at or on its way to. Once that is
 * another screen's there is nothing left to change.
 */
export function useQueryChange() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // The router's own hooks give only what is drawn.
  const router = use(DataRouterContext)?.router;
  return useCallback(
    (change: (query: URLSearchParams) => void, options?: NavigateOptions) => {
      const address = router?.state.navigation.location ?? router?.state.location;
      if (address?.pathname !== pathname) return;
      const query = new URLSearchParams(address.search);
      change(query);
      void navigate({ search: query.toString() }, options);
    },
    [router, pathname, navigate],
  );
}

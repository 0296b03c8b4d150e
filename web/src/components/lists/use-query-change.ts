import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { useLatestAddress } from './use-latest-address.ts';

/** Changes the query of the latest address, unlike `useSearchParams`, which reverts changes not rendered yet. */
export function useQueryChange() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const latestAddress = useLatestAddress();
  return useCallback(
    (change: (query: URLSearchParams) => void, options?: NavigateOptions) => {
      const address = latestAddress();
      if (address?.pathname !== pathname) return;
      const query = new URLSearchParams(address.search);
      change(query);
      void navigate({ search: query.toString() }, options);
    },
    [latestAddress, pathname, navigate],
  );
}

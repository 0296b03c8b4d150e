import { useCallback } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { useLatestAddress } from './use-latest-address.ts';

/**
 * Changes the query of this screen's address. `useSearchParams` begins with the address that is drawn, and so takes
 * back a change that is not drawn yet; this begins with the latest one. Once that is another screen's there is nothing
 * left to change.
 */
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

import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/**
 * Returns a function that gives the address the router is at or on its way to. The router's own hooks give only the
 * rendered one.
 */
export function useLatestAddress() {
  const router = use(DataRouterContext)?.router;
  return useCallback(() => router?.state.navigation.location ?? router?.state.location, [router]);
}

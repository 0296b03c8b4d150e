import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/** Returns a function for the router's current or pending address; its own hooks give only the rendered one. */
export function useLatestAddress() {
  const router = use(DataRouterContext)?.router;
  return useCallback(() => router?.state.navigation.location ?? router?.state.location, [router]);
}

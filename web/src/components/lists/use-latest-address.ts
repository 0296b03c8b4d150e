import { use, useCallback } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router';

/** Tells the address the router is at or on its way to, which need not be drawn yet; its own hooks give only what is. */
export function useLatestAddress() {
  const router = use(DataRouterContext)?.router;
  return useCallback(() => router?.state.navigation.location ?? router?.state.location, [router]);
}

import { useCurrentUser } from '../../auth/api.ts';

/** True while the freelancer's plan has boards. */
export function useHasBoards(): boolean {
  return useCurrentUser()?.subscription?.plan.capabilities?.analytics === 'custom';
}

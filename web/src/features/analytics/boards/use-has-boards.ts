import { useCurrentUser } from '../../auth/api.ts';

export function useHasBoards(): boolean {
  return useCurrentUser()?.subscription?.plan.capabilities?.analytics === 'custom';
}

/**
 * The username that another screen left in the history entry, or that an answer of the server tells; empty when there is
 * none.
 */
export function usernameIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('username' in state)) return '';
  return typeof state.username === 'string' ? state.username : '';
}

/** The username that another screen left in the history entry; empty when this screen was reached in another way. */
export function usernameIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('username' in state)) return '';
  return typeof state.username === 'string' ? state.username : '';
}

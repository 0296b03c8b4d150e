/** Username in the history entry or in the server's answer; empty if there is none. */
export function usernameIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('username' in state)) return '';
  return typeof state.username === 'string' ? state.username : '';
}

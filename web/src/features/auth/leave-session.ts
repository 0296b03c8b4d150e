import { api, authUrl } from '../../lib/api-client.ts';
import { paths } from '../../paths.ts';
import { writeCachedUser } from './cached-user.ts';

/** Logout: errors are ignored (SPEC 8); a fresh page at `/` leaves nothing of the session in memory. */
export async function leaveSession(): Promise<void> {
  try {
    await api(authUrl('auth/session'), { method: 'DELETE' });
  } catch {
    // 401 is this call's success, and a server that cannot be reached must not keep anybody signed in here.
  }
  writeCachedUser(null);
  location.assign(paths.home);
}

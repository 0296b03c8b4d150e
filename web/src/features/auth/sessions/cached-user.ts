import type { User } from '@vitrin/shared/contract/users.ts';
import {
  SESSION_END_KEY,
  USER_KEY,
  WANTED_ADDRESS_KEY,
  readStored,
  writeStored,
} from '../../../lib/storage.ts';
import { paths } from '../../../paths.ts';

/** The user of the last session check (specification 2.13); null when there is none or the entry is unreadable. */
export function readCachedUser(): User | null {
  return parseUser(readStored('local', USER_KEY));
}

/** Stores the user for the next page and other tabs, and why a session ended, until the next login. */
export function writeCachedUser(user: User | null, end: 'expired' | null = null): void {
  // Other pages are for the freelancer, who is signed in.
  if (user?.view) return;
  // Written first, so that other tabs know the reason when they notice that the user is gone.
  if (user || end) writeStored('local', SESSION_END_KEY, end);
  writeStored('local', USER_KEY, user === null ? null : JSON.stringify(user));
}

/** Reads what another tab put under the key `user`. */
export function parseUser(text: string | null): User | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isUser(value) ? value : null;
  } catch {
    // Something else wrote under our key: nothing is cached.
    return null;
  }
}

/**
 * Checks the fields that guards and the shell read by hand: a schema would load its library before the first screen.
 */
function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null) return false;
  const { id, username, isFreelancer, email } = value as Record<string, unknown>;
  return (
    typeof id === 'number' &&
    typeof username === 'string' &&
    typeof isFreelancer === 'boolean' &&
    (email === null || typeof email === 'string')
  );
}

/** Remembers the address a guest asked for; only paths of this site. */
export function rememberWantedAddress(address: string): void {
  const path = ownPath(address);
  if (path !== null) writeStored('session', WANTED_ADDRESS_KEY, path);
}

/** True if the address that a guest asked for is a project's. */
export function isProjectWanted(): boolean {
  return /^\/projects\/\d+/.test(readStored('session', WANTED_ADDRESS_KEY) ?? '');
}

/** Where to go after a login: the remembered address, once, else the dashboard or `otherwise`. */
export function takeWantedAddress(otherwise: string = paths.dashboard): string {
  const address = readStored('session', WANTED_ADDRESS_KEY);
  writeStored('session', WANTED_ADDRESS_KEY, null);
  return (address !== null ? ownPath(address) : null) ?? otherwise;
}

/** True if an address, such as that of a file, is no screen, so that the browser has to load it. */
export function isServedByServer(address: string): boolean {
  return address.startsWith('/api/');
}

/** Address as browsers read it, or null outside this site: they drop tabs, read \ as / and resolve "..". */
function ownPath(address: string): string | null {
  if (!address.startsWith('/') || !URL.canParse(address, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(address, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? pathname + search + hash : null;
}

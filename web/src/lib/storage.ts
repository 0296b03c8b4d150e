/** Local storage keys of specification 2.13. */
export const USER_KEY = 'user';
export const THEME_KEY = 'theme';
export const LANGUAGE_KEY = 'language';

/** Why the user is gone, until the next login: `expired`, or `logout` from its beginning, for the other tabs. */
export const SESSION_END_KEY = 'session-end';

/** Local storage: unfinished uploads, to be resumed after a reload. */
export const UPLOADS_KEY = 'uploads';

/** Local storage: bytes of a request that this address lets through, and since when. */
export const UPLOAD_PIECES_KEY = 'upload-pieces';

/** Local storage: the number of the last verified address, until the tab that waits for it has noticed. */
export const VERIFIED_EMAIL_KEY = 'verified-email';

/** Local storage: the accounts that a passkey has been offered to in this browser. */
export const PASSKEY_OFFERED_KEY = 'passkey-offered';

/** Local storage: ids of the files that people have picked for themselves, by person and version. */
export const PICKS_KEY = 'picks';

/** Session storage: gone with the tab. */
export const WANTED_ADDRESS_KEY = 'wanted-address';
export const VERIFY_EMAIL_ALLOWED_KEY = 'verify-email-allowed';
export const RELOADED_AT_KEY = 'reloaded-at';
export const RESEND_KEY = 'verification-mail-again-at';

/** Storage may be missing or refused (blocked cookies, private windows); nothing is remembered then. */
export function readStored(area: 'local' | 'session', key: string): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text under a key; null removes it. */
export function writeStored(area: 'local' | 'session', key: string, value: string | null): void {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
  } catch {
    // A browser that refuses storage remembers nothing.
  }
}

function storageOf(area: 'local' | 'session'): Storage {
  return area === 'local' ? globalThis.localStorage : globalThis.sessionStorage;
}

import { TIME_ZONE_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import { writeCookie } from './cookies.ts';

/** Tells the server the reader's time zone, in which it writes the times of the pages that it renders. */
export function storeTimeZone(): void {
  writeCookie(TIME_ZONE_COOKIE, Intl.DateTimeFormat().resolvedOptions().timeZone);
}

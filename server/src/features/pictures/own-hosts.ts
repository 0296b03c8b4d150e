import { isLoopback } from '../../config.ts';

/** True for PUBLIC_URL's host; when that is a loopback name, for the other loopback names on the same port too. */
export function isOwnHost(publicUrl: string, host: string): boolean {
  const own = new URL(publicUrl);
  if (host === own.host) return true;
  const other = new URL(`http://${host}`);
  return isLoopback(publicUrl) && isLoopback(other.href) && own.port === other.port;
}

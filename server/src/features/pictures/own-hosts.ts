import { isLoopback } from '../../config/config.ts';

/** Whether a host is that of PUBLIC_URL; where that is a loopback name, the others on the same port count too. */
export function isOwnHost(publicUrl: string, host: string): boolean {
  const own = new URL(publicUrl);
  if (host === own.host) return true;
  const other = new URL(`http://${host}`);
  return isLoopback(publicUrl) && isLoopback(other.href) && own.port === other.port;
}

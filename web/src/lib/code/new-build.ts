import { RELOADED_AT_KEY, readStored, writeStored } from '../storage.ts';

/** Code that is missing again within this time will not come by another reload. */
const RELOAD_PAUSE_MS = 60_000;

/** True if the server has another build than this page; false when it does not answer. */
export async function isNewBuildOut(): Promise<boolean> {
  try {
    const response = await fetch('/index.html', { cache: 'no-store' });
    if (!response.ok) return false;
    return scriptsOf(await response.text()).some((path) => !isRunning(path));
  } catch {
    // Offline, or the server is down: there is nothing to offer.
    return false;
  }
}

/** Reloads the page, at most once a minute, so that servers with different builds cause no endless reloads. */
export function reloadForNewBuild(): void {
  const reloadedAt = Number(readStored('session', RELOADED_AT_KEY));
  if (Date.now() - reloadedAt < RELOAD_PAUSE_MS) return;
  writeStored('session', RELOADED_AT_KEY, String(Date.now()));
  location.reload();
}

/** The scripts the page starts with; a new build renames at least one of them. */
function scriptsOf(html: string): string[] {
  return Array.from(html.matchAll(/<script type="module"[^<>]*src="([^"]+)"/g), ([, path = '']) => path);
}

/** Everything this page has loaded is in its list of resources, also the landing page's scripts. */
function isRunning(path: string): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path);
}

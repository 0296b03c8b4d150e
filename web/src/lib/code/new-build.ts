import { RELOADED_AT_KEY, readStored, writeStored } from '../storage.ts';

/** Code that is missing again within this time is not brought by another reload. */
const RELOAD_PAUSE_MS = 60_000;

/** Whether the server serves another build than the one that runs here; false when it cannot be asked. */
export async function isNewBuildOut(): Promise<boolean> {
  try {
    const response = await fetch('/index.html', { cache: 'no-store' });
    if (!response.ok) return false;
    return scriptsOf(await response.text()).some((path) => !isRunning(path));
  } catch {
    // Offline or the server is away: nothing to offer.
    return false;
  }
}

/** Loads the page anew by itself, at most once a minute: a build that changes with each answer would never end it. */
export function reloadForNewBuild(): void {
  const reloadedAt = Number(readStored('session', RELOADED_AT_KEY));
  if (Date.now() - reloadedAt < RELOAD_PAUSE_MS) return;
  writeStored('session', RELOADED_AT_KEY, String(Date.now()));
  location.reload();
}

/** Those the page starts with: a new build changes at least one of their names. */
function scriptsOf(html: string): string[] {
  return Array.from(html.matchAll(/<script type="module"[^<>]*src="([^"]+)"/g), ([, path = '']) => path);
}

/** Everything this page has loaded is in its list of resources, the landing page's scripts too. */
function isRunning(path: string): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path);
}

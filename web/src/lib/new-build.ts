import { RELOADED_AT_KEY, readStored, writeStored } from './storage.ts';

/** A second failure within this time is no matter of an old build, so reloading would not end. */
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

/** A screen whose code is gone because a new build was deployed: the page is loaded anew, once. */
export function reloadWhenCodeIsGone(): void {
  addEventListener('vite:preloadError', (event) => {
    const reloadedAt = Number(readStored('session', RELOADED_AT_KEY));
    if (Date.now() - reloadedAt < RELOAD_PAUSE_MS) return;
    event.preventDefault();
    writeStored('session', RELOADED_AT_KEY, String(Date.now()));
    location.reload();
  });
}

/** Those the page starts with: a new build changes at least one of their names. */
function scriptsOf(html: string): string[] {
  return Array.from(html.matchAll(/<script type="module"[^>]*src="([^"]+)"/g), ([, path = '']) => path);
}

/** Everything this page has loaded is in its list of resources, the landing page's scripts too. */
function isRunning(path: string): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path);
}

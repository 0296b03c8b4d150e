import { isNewBuildOut, reloadForNewBuild } from './new-build.ts';

/** Why code is missing: the server does not answer, or a newer build has replaced it. */
type MissingCode = { reason: 'unreachable' | 'newBuild'; isTrying: boolean };

let missing: MissingCode | null = null;
let waitingLoads = 0;
let nextTry = Promise.withResolvers<void>();
const listeners = new Set<() => void>();

/**
 * Loads code on demand: `loadCode(() => import('./Screen.tsx'))`. After a failure the promise stays pending, so that
 * the screen keeps its input, and a notice offers to try again; only a new build reloads the page.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    console.error(error);
  }
  waitingLoads += 1;
  for (;;) {
    const isNew = await isNewBuildOut();
    // The browser asks first where something would be lost, so the page may stay.
    if (isNew) reloadForNewBuild();
    show({ reason: isNew ? 'newBuild' : 'unreachable', isTrying: false });
    await nextTry.promise;
    try {
      await loadFailedStyles();
      const code = await load();
      waitingLoads -= 1;
      if (waitingLoads === 0) show(null);
      return code;
    } catch (error) {
      console.error(error);
    }
  }
}

/** Lets all pending loads try again; code that a newer build has replaced needs a fresh page. */
export function tryLoadingAgain(): void {
  if (!missing || missing.isTrying) return;
  if (missing.reason === 'newBuild') return location.reload();
  show({ ...missing, isTrying: true });
  const { resolve } = nextTry;
  nextTry = Promise.withResolvers();
  resolve();
}

export function missingCode(): MissingCode | null {
  return missing;
}

export function followMissingCode(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(now: MissingCode | null): void {
  missing = now;
  for (const listener of listeners) listener();
}

const failedStyles = new Set<HTMLLinkElement>();

/** Tracks style sheets that failed to load, because the bundler requests each only once. */
export function followFailedStyles(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  document.addEventListener('error', onError, { capture: true });
}

async function loadFailedStyles(): Promise<void> {
  const links = [...failedStyles];
  failedStyles.clear();
  await Promise.all(links.map(loadStyleAgain));
}

function loadStyleAgain(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement;
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`No style sheet at ${link.href}`)));
    link.replaceWith(again);
  });
}

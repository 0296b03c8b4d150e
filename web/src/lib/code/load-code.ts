import { isNewBuildOut, reloadForNewBuild } from './new-build.ts';

/** Why code is missing: no answer, or a newer build has replaced it. */
export type MissingCode = { reason: 'unreachable' | 'newBuild'; isTrying: boolean };

let missing: MissingCode | null = null;
let waitingLoads = 0;
let nextTry = Promise.withResolvers<void>();
const listeners = new Set<() => void>();

/**
 * The way to code that comes when it is wanted: `loadCode(() => import('./Screen.tsx'))`. Where it cannot be fetched
 * the promise waits, so that the screen in front stays with all that is typed and uploading in it, and a notice offers
 * to try again. The page is loaded anew only where the server answers and has another build.
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
    // The browser asks first where something would be lost, so the page may still be here afterwards.
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

/** Lets everything that waits try once more; what a newer build has replaced comes with a fresh page alone. */
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

/**
 * Keeps track of style sheets that did not come. The bundler asks for each once, so without this the code they belong to
 * would have no looks when it comes later.
 */
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

/** Browsers without `requestIdleCallback` (Safari) wait this long instead. */
const PAUSE_MS = 200;

/** Calls back once when the page has nothing else to do; the function returned forgets it. */
export function whenIdle(callback: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(callback, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const request = window.requestIdleCallback(() => callback());
  return () => window.cancelIdleCallback(request);
}

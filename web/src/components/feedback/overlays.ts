/** Dialogs and toasts load on first use. The layout subscribes here, and reports when they are in the page. */
const listeners = new Set<() => void>();
let isWanted = false;
let markMounted: () => void = () => {};
const mounted = new Promise<void>((resolve) => {
  markMounted = resolve;
});

/** Requests the code; resolves once dialogs and toasts can be shown. */
export function whenOverlaysReady(): Promise<void> {
  isWanted = true;
  for (const listener of listeners) listener();
  return mounted;
}

export function subscribeOverlays(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function areOverlaysWanted(): boolean {
  return isWanted;
}

export function overlaysMounted(): void {
  markMounted();
}

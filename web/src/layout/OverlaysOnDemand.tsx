import { Suspense, lazy, useSyncExternalStore } from 'react';
import { areOverlaysWanted, subscribeOverlays } from '../components/overlays.ts';

const Overlays = lazy(async () => ({ default: (await import('./Overlays.tsx')).Overlays }));

/** Dialogs and toasts, from the first one on. */
export function OverlaysOnDemand() {
  const isWanted = useSyncExternalStore(subscribeOverlays, areOverlaysWanted, () => false);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}

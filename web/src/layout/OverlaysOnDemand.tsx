import { Suspense, lazy, useSyncExternalStore } from 'react';
import { areOverlaysWanted, subscribeOverlays } from '../components/feedback/overlays.ts';
import { loadCode } from '../lib/code/load-code.ts';

const Overlays = lazy(async () => ({ default: (await loadCode(() => import('./Overlays.tsx'))).Overlays }));

/** Dialogs and toasts, loaded with the first one. */
export function OverlaysOnDemand() {
  const isWanted = useSyncExternalStore(subscribeOverlays, areOverlaysWanted, () => false);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Overlays />
    </Suspense>
  );
}

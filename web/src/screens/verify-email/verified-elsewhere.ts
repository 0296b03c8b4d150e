import { useEffect, useState } from 'react';
import { VERIFIED_EMAIL_KEY, readStored, writeStored } from '../../lib/storage.ts';

/** Called where a link was opened: the tab of the registration still asks to open it. */
export function tellWaitingTabs(email: string): void {
  writeStored('local', VERIFIED_EMAIL_KEY, email);
}

/**
 * The address once another tab has verified it, null until then. A tab that slept while it happened hears of no event,
 * so it looks again when it is shown. `waitingFor` is empty where the address is not known: then only an event counts.
 */
export function useVerifiedElsewhere(waitingFor: string): string | null {
  const [verified, setVerified] = useState<string | null>(null);
  useEffect(() => {
    const meet = (email: string | null, isNews: boolean) => {
      const isMeant = waitingFor === '' ? isNews : email?.toLowerCase() === waitingFor.trim().toLowerCase();
      if (email === null || !isMeant) return;
      writeStored('local', VERIFIED_EMAIL_KEY, null);
      setVerified(email);
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === VERIFIED_EMAIL_KEY) meet(newValue, true);
    };
    const onShown = () => {
      if (document.visibilityState === 'visible') meet(readStored('local', VERIFIED_EMAIL_KEY), false);
    };
    onShown();
    addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [waitingFor]);
  return verified;
}

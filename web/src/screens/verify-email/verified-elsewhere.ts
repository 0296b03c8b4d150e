import { useEffect, useState } from 'react';
import { VERIFIED_EMAIL_KEY, readStored, writeStored } from '../../lib/storage.ts';

/** Tells the tab of the registration, which still asks to open the link, that it was opened here. */
export function tellWaitingTabs(email: string): void {
  writeStored('local', VERIFIED_EMAIL_KEY, email);
}

/**
 * The address once another tab has verified it, null until then. A tab that was asleep gets no event, so it checks
 * again when it is shown. `waitingFor` is empty where the address is unknown: then only an event counts.
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

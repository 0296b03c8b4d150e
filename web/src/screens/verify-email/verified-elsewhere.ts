import { useEffect, useState } from 'react';
import { numberOf } from '../../lib/text-number.ts';
import { VERIFIED_EMAIL_KEY, readStored, writeStored } from '../../lib/storage.ts';

/** Notifies the tab of the registration, which still asks to open the link, that it was opened here. */
export function notifyWaitingTabs(email: string): void {
  writeStored('local', VERIFIED_EMAIL_KEY, keyOf(email));
}

/**
 * True once another tab has verified the address; a tab checks again when shown. An empty `waitingFor` needs an event.
 */
export function useVerifiedElsewhere(waitingFor: string): boolean {
  const [isVerified, setVerified] = useState(false);
  useEffect(() => {
    const accept = (key: string | null, isNews: boolean) => {
      const isMeant = waitingFor === '' ? isNews : key === keyOf(waitingFor);
      if (key === null || !isMeant) return;
      writeStored('local', VERIFIED_EMAIL_KEY, null);
      setVerified(true);
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === VERIFIED_EMAIL_KEY) accept(newValue, true);
    };
    const onShown = () => {
      if (document.visibilityState === 'visible') accept(readStored('local', VERIFIED_EMAIL_KEY), false);
    };
    onShown();
    addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [waitingFor]);
  return isVerified;
}

/** Local storage holds no address, only its number. */
function keyOf(email: string): string {
  return String(numberOf(email.trim().toLowerCase()));
}

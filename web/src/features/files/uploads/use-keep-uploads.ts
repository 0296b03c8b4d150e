import { useEffect } from 'react';
import { isLeavingSession } from '../../auth/api.ts';
import { uploadQueue } from './uploads-of-tab.ts';

/** Asks before the page with running uploads is left, and resumes them when the connection is back. */
export function useKeepUploads(hasUnfinished: boolean): void {
  useEffect(() => {
    if (!hasUnfinished) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      // The logout has asked already, and no upload could go on here.
      if (!isLeavingSession()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    addEventListener('click', downloadWithoutLeaving, true);
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener('click', downloadWithoutLeaving, true);
    };
  }, [hasUnfinished]);

  useEffect(() => {
    addEventListener('online', uploadQueue.retryAtOnce);
    addEventListener('offline', uploadQueue.connectionLost);
    return () => {
      removeEventListener('online', uploadQueue.retryAtOnce);
      removeEventListener('offline', uploadQueue.connectionLost);
    };
  }, []);
}

/** Some browsers ask before a plain download link, a navigation, leaves the page; with `download` they do not. */
function downloadWithoutLeaving({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href*="download=1"]') : null;
  link?.setAttribute('download', '');
}

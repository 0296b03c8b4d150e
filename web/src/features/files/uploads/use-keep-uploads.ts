import { useEffect } from 'react';
import { isLeavingSession } from '../../auth/api.ts';
import { uploadQueue } from './uploads-of-tab.ts';

/**
 * Protects uploads from the page: asks before it is left while some are under way, and resumes them when the connection
 * is back. The script in index.html keeps a file that is dropped beside its place from replacing the page.
 */
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

/**
 * A plain download link is a navigation, which sends a guest through the login. Some browsers then ask whether to leave
 * the page; with the `download` attribute they do not.
 */
function downloadWithoutLeaving({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href*="download=1"]') : null;
  link?.setAttribute('download', '');
}

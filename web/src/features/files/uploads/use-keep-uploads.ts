import { useEffect } from 'react';
import { isLeavingSession } from '../../auth/api.ts';
import { uploadQueue } from './uploads-of-tab.ts';

/**
 * What the page does for its uploads: asks before it is left while some are under way, goes on as soon as the
 * connection is back, and keeps a file that is dropped beside its place from replacing the page.
 */
export function useKeepUploads(hasUnfinished: boolean): void {
  useEffect(() => {
    if (!hasUnfinished) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      // The logout has asked already, and nothing could go on here.
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

  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
}

/**
 * A download by a plain link is a navigation, by which a guest comes to the login and back. Some browsers ask before
 * it whether to leave the page; with the attribute they do not.
 */
function downloadWithoutLeaving({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a[href*="download=1"]') : null;
  link?.setAttribute('download', '');
}

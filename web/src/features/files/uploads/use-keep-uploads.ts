import { useEffect } from 'react';
import { uploadQueue } from './uploads-of-tab.ts';

/**
 * What the page does for its uploads: asks before it is left while some are under way, goes on as soon as the
 * connection is back, and keeps a file that is dropped beside its place from replacing the page.
 */
export function useKeepUploads(hasUnfinished: boolean): void {
  useEffect(() => {
    if (!hasUnfinished) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
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

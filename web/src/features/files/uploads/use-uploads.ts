import { useSyncExternalStore } from 'react';
import { uploadQueue } from './uploads-of-tab.ts';
import type { UploadsSnapshot } from './upload-list.ts';

/** The uploads of the tab; numbers change four times a second. */
export function useUploads(): UploadsSnapshot {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, uploadQueue.snapshot);
}

/** Number of files being uploaded to a version. A number, so that cards are not rendered while bytes move. */
export function usePendingUploadCount(versionId: number): number {
  const count = () =>
    uploadQueue
      .snapshot()
      .uploads.filter((upload) => upload.versionId === versionId && isOnItsWay(upload.state)).length;
  return useSyncExternalStore(uploadQueue.subscribe, count, count);
}

function isOnItsWay(state: string): boolean {
  return state === 'waiting' || state === 'sending' || state === 'retrying';
}

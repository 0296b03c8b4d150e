import { useSyncExternalStore } from 'react';
import { uploadQueue } from './uploads-of-tab.ts';
import type { UploadsSnapshot } from './upload-list.ts';

/** All uploads of the tab as they stand; numbers move four times a second. */
export function useUploads(): UploadsSnapshot {
  return useSyncExternalStore(uploadQueue.subscribe, uploadQueue.snapshot, uploadQueue.snapshot);
}

/** How many files are on their way to a version. A number, so that cards rest while bytes move. */
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

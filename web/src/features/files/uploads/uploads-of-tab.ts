import { errorText } from '../../../components/feedback/error-text.ts';
import { toastError } from '../../../components/feedback/toast.ts';
import { getI18n, loadWithTexts } from '../../../i18n/i18n.ts';
import { api, endSessionIfOver } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { currentUserQuery, refreshCurrentUser } from '../../auth/api.ts';
import { onceSessionResumes } from '../../../lib/ended-session.ts';
import { refreshFiles } from '../api.ts';
import { byFolder } from './folders.ts';
import { startTusTransfer } from './sending/tus-transfer.ts';
import { lockUpload } from './upload-locks.ts';
import { createUploadQueue } from './upload-queue.ts';
import { createUploadRecords } from './upload-records.ts';

/** Records of the uploads that a later visit may go on with. */
export const uploadRecords = createUploadRecords(
  () => queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? null,
);

/** The uploads of this tab; `startUploads` adds to them, the tray shows them. */
export const uploadQueue = createUploadQueue({
  startTransfer: startTusTransfer,
  records: uploadRecords,
  discard: (url) => void discardUpload(url),
  onFinished: ({ versionId }) => fileArrived(versionId),
  onSignedOut: (goOn) => {
    onceSessionResumes(goOn);
    void endSessionIfOver();
  },
  lock: lockUpload,
});

/** Uploads files to a version, those of folders into sections of their names; the tray shows the progress. */
export function startUploads(versionId: number, files: readonly File[]): void {
  const { loose, folders } = byFolder(files);
  uploadQueue.add(versionId, loose);
  if (folders.length > 0) void startFolders(versionId, folders);
}

async function startFolders(
  versionId: number,
  folders: readonly (readonly [string, readonly File[]])[],
): Promise<void> {
  try {
    const { addFolders } = await loadWithTexts(['tools'], () => import('./add-folders.ts'));
    await addFolders(versionId, folders, (files, section) => uploadQueue.add(versionId, files, section));
  } catch (error) {
    console.error('add folders', error);
    toastError(errorText(getI18n().t, error));
  }
}

async function discardUpload(url: string): Promise<void> {
  try {
    await api<void>(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
    await refreshCurrentUser();
  } catch (error) {
    // The upload is gone or the server does not answer: it frees the space by itself a day later.
    console.error('the upload could not be given up', error);
  }
}

/** Several files may arrive at once; their version is reloaded once for all of them. */
const GATHER_MS = 600;
const arrived = new Set<number>();

function fileArrived(versionId: number): void {
  if (arrived.size === 0) setTimeout(showArrived, GATHER_MS);
  arrived.add(versionId);
}

function showArrived(): void {
  refreshFiles(arrived);
  arrived.clear();
}

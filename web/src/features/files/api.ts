import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { API_BASE, api, reportExpiredSession } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { currentUserQuery, refreshCurrentUser } from '../auth/api.ts';
import { createThumbnailWatch } from './fresh-thumbnails.ts';
import { startTusTransfer } from './uploads/tus-transfer.ts';
import { heldUploads, holdUpload } from './uploads/upload-holds.ts';
import { createUploadQueue } from './uploads/upload-queue.ts';
import { createUploadRecords } from './uploads/upload-records.ts';

const filesKey = (versionId: number) => ['files', versionId] as const;

const thumbnailWatch = createThumbnailWatch();

/** A client who comes back to the page after a while sees what arrived meanwhile. */
const FRESH_MS = 60_000;

/** SPEC 4: a version's files are loaded when it is first opened, once; uploads and deletes load them anew. */
export const filesQuery = (versionId: number) =>
  queryOptions({
    queryKey: filesKey(versionId),
    queryFn: async ({ signal }) =>
      (await api<Page<ProjectFile>>('/files/', { query: { version: versionId }, signal })).results,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchInterval: ({ state }) => thumbnailWatch(state.data ?? []),
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > FRESH_MS ? 'always' : false),
  });

/** Takes the file off its card and re-syncs the storage numbers. */
export function useDeleteFile() {
  return useMutation({
    mutationFn: async (file: ProjectFile) => {
      try {
        await api<void>(`/files/${file.id}/`, { method: 'DELETE' });
      } catch (error) {
        // Somebody else was quicker: it is gone, as wanted.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: (_answer, { id, version }) => {
      queryClient.setQueryData(filesQuery(version).queryKey, (files) =>
        files?.filter((each) => each.id !== id),
      );
      void queryClient.invalidateQueries({ queryKey: filesKey(version) });
      void refreshCurrentUser();
    },
  });
}

/** Address of everything in a version as one zip. */
export function zipUrl(versionId: number): string {
  return `${API_BASE}/versions/${versionId}/zip/?download=1`;
}

/** Resolves when the zip can be fetched; rejects with 409 and a pause while its checksums are being taken. */
export async function expectZip(versionId: number): Promise<void> {
  await api<void>(zipUrl(versionId), { method: 'HEAD' });
}

/** Resolves when the address answers, without the bytes; for frames, which do not tell their failures. */
export async function expectAnswer(url: string): Promise<void> {
  await api<void>(url, { method: 'HEAD' });
}

const records = createUploadRecords(() => queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? null);

/** All uploads of this tab; `startUploads` adds to it, the tray shows it. */
export const uploadQueue = createUploadQueue({
  startTransfer: startTusTransfer,
  records,
  discard: (url) => void discardUpload(url),
  onFinished: ({ versionId }) => fileArrived(versionId),
  onSignedOut: () => void reportExpiredSession(),
  hold: holdUpload,
});

/** Uploads files to a version; progress, pauses and refusals show in the tray. */
export function startUploads(versionId: number, files: readonly File[]): void {
  uploadQueue.add(versionId, files);
}

/** Shows uploads that an earlier visit left unfinished, unless another tab has them in hand. */
export async function findInterruptedUploads(): Promise<void> {
  const held = await heldUploads();
  uploadQueue.addInterrupted(records.list().filter(({ key }) => !held.has(key)));
}

async function discardUpload(url: string): Promise<void> {
  try {
    await api<void>(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } });
    await refreshCurrentUser();
  } catch (error) {
    // Gone already, or out of reach: the server takes the space back by itself a day later.
    console.error('the upload could not be given up', error);
  }
}

/** Several files arrive within a moment; their version is loaded once for all of them. */
const GATHER_MS = 600;
const arrived = new Set<number>();

function fileArrived(versionId: number): void {
  if (arrived.size === 0) setTimeout(showArrived, GATHER_MS);
  arrived.add(versionId);
}

function showArrived(): void {
  for (const versionId of arrived) void queryClient.invalidateQueries({ queryKey: filesKey(versionId) });
  arrived.clear();
  void refreshCurrentUser();
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { API_BASE, api } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { createThumbnailWatch } from './grid/fresh-thumbnails.ts';

const filesKey = (versionId: number) => ['files', versionId] as const;

const thumbnailWatch = createThumbnailWatch();

/** Age after which the list is loaded again when somebody comes back to the page. */
const FRESH_MS = 60_000;

/** Versions that are being deleted: their files are still shown, but the server may not know them any more. */
const heldVersions = new Set<number>();

/** Stops reloading the files of these versions, whatever asks for it, until the returned function is called. */
export function holdFiles(versionIds: readonly number[]): () => void {
  for (const id of versionIds) {
    heldVersions.add(id);
    void queryClient.cancelQueries({ queryKey: filesKey(id) });
  }
  return () => versionIds.forEach((id) => heldVersions.delete(id));
}

/**
 * The files of a version, loaded once, when it is first opened; uploads and deletes reload them (specification 2.8).
 */
export const filesQuery = (versionId: number) =>
  queryOptions({
    queryKey: filesKey(versionId),
    queryFn: async ({ signal }) => {
      const shown = queryClient.getQueryData<ProjectFile[]>(filesKey(versionId));
      if (shown && heldVersions.has(versionId)) return shown;
      return (await api<Page<ProjectFile>>('/files/', { query: { version: versionId }, signal })).results;
    },
    staleTime: Infinity,
    gcTime: Infinity,
    refetchInterval: ({ state }) => thumbnailWatch(state.data ?? []),
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > FRESH_MS ? 'always' : false),
  });

/** Number of files that are deleted with a version; counted now, since others may have added some. */
export async function countFiles(versionId: number): Promise<number> {
  return (await queryClient.fetchQuery({ ...filesQuery(versionId), staleTime: 0 })).length;
}

/** Deletes a file and updates its list and the storage numbers. */
export function useDeleteFile() {
  return useMutation({
    mutationFn: async (file: ProjectFile) => {
      try {
        await api<void>(`/files/${file.id}/`, { method: 'DELETE' });
      } catch (error) {
        // Another tab or person deleted the file first, so what was asked for is done.
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

/** Address of all files of a version as one zip. */
export function zipUrl(versionId: number): string {
  return `${API_BASE}/versions/${versionId}/zip/?download=1`;
}

/** Resolves when the zip can be downloaded; rejects with 409 and a pause while its checksums are being taken. */
export async function expectZip(versionId: number): Promise<void> {
  await api<void>(zipUrl(versionId), { method: 'HEAD' });
}

/** Resolves when the address answers, without loading the bytes. For frames, which do not report failures. */
export async function expectAnswer(url: string): Promise<void> {
  await api<void>(url, { method: 'HEAD' });
}

/** Reloads the lists of versions whose uploads have arrived, and the storage numbers. */
export function refreshFiles(versionIds: Iterable<number>): void {
  for (const versionId of versionIds) void queryClient.invalidateQueries({ queryKey: filesKey(versionId) });
  void refreshCurrentUser();
}

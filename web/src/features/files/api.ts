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

/** A client who comes back to the page after a while sees what arrived meanwhile. */
const FRESH_MS = 60_000;

/** Versions that are being deleted: the server may not know them any more while their files are still shown. */
const heldVersions = new Set<number>();

/** From now on the files of these versions are not asked for again, whatever wants them fresh, until `release` is called. */
export function holdFiles(versionIds: readonly number[]): () => void {
  for (const id of versionIds) {
    heldVersions.add(id);
    void queryClient.cancelQueries({ queryKey: filesKey(id) });
  }
  return () => versionIds.forEach((id) => heldVersions.delete(id));
}

/** Specification 2.8: a version's files are loaded when it is first opened, once; uploads and deletes load them anew. */
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

/** How many files go with a version when it goes; counted now, since others may have added some. */
export async function countFiles(versionId: number): Promise<number> {
  return (await queryClient.fetchQuery({ ...filesQuery(versionId), staleTime: 0 })).length;
}

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

/** After uploads have arrived: their versions are loaded anew, and the storage numbers with them. */
export function refreshFiles(versionIds: Iterable<number>): void {
  for (const versionId of versionIds) void queryClient.invalidateQueries({ queryKey: filesKey(versionId) });
  void refreshCurrentUser();
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile, UpdateFile } from '@vitrin/shared/contract/files.ts';
import { API_BASE, api } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { refreshProjects } from '../projects/api.ts';
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
 * The files of a version, loaded when it is first opened; uploads and deletes reload them (specification 2.8), and so
 * does a page that is shown again.
 */
export const filesQuery = (versionId: number) =>
  queryOptions({
    queryKey: filesKey(versionId),
    queryFn: async ({ signal }) => {
      const shown = queryClient.getQueryData<ProjectFile[]>(filesKey(versionId));
      if (shown && heldVersions.has(versionId)) return shown;
      return (await api<Page<ProjectFile>>('/files/', { query: { version: versionId }, signal })).results;
    },
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
      void refreshProjects();
      void refreshCurrentUser();
    },
  });
}

/** The extension stays, and stands in the answer. */
export function useRenameFile() {
  return useMutation({
    mutationFn: ({ file, name }: { file: ProjectFile; name: string }) =>
      api<ProjectFile>(`/files/${file.id}/`, { method: 'PATCH', body: { name } satisfies UpdateFile }),
    onSuccess: (renamed) => {
      queryClient.setQueryData(filesQuery(renamed.version).queryKey, (files) =>
        files?.map((each) => (each.id === renamed.id ? renamed : each)),
      );
      void refreshProjects();
    },
  });
}

/** Shows a file at its new position (from 0) at once, and takes that back when the server refuses. */
export function useMoveFile(versionId: number) {
  const { queryKey } = filesQuery(versionId);
  return useMutation({
    // Sent one after the other, so that quick moves reach the server in their order.
    scope: { id: `files-${versionId}` },
    mutationKey: ['move-file', versionId],
    mutationFn: ({ file, to }: { file: ProjectFile; to: number }) =>
      api<ProjectFile>(`/files/${file.id}/`, {
        method: 'PATCH',
        body: { order: to + 1 } satisfies UpdateFile,
      }),
    onMutate: async ({ file, to }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (files) => files && withFileMoved(files, file.id, to));
      return { before };
    },
    onError: (_error, _input, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
    },
    onSettled: () => {
      // Only the last of several moves reloads: an earlier reload would undo those still under way.
      if (queryClient.isMutating({ mutationKey: ['move-file', versionId] }) > 1) return;
      void queryClient.invalidateQueries({ queryKey });
      void refreshProjects();
    },
  });
}

/** The list with a file at a position, from 0. */
function withFileMoved(files: readonly ProjectFile[], id: number, to: number): ProjectFile[] {
  const moved = files.filter((each) => each.id === id);
  return files.filter((each) => each.id !== id).toSpliced(to, 0, ...moved);
}

/** Address of a version as one zip: of all its files, or of those with these ids. */
export function zipUrl(versionId: number, files?: readonly number[]): string {
  const chosen = files ? `&files=${files.join(',')}` : '';
  return `${API_BASE}/versions/${versionId}/zip/?download=1${chosen}`;
}

/**
 * Resolves when the address answers, without loading the bytes: for frames, which do not report failures, and for zips,
 * which answer 409 and a pause while checksums are being taken.
 */
export async function expectAnswer(url: string): Promise<void> {
  await api<void>(url, { method: 'HEAD' });
}

/** Reloads the lists of versions whose uploads have arrived, what projects say of them, and the storage numbers. */
export function refreshFiles(versionIds: Iterable<number>): void {
  for (const versionId of versionIds) void queryClient.invalidateQueries({ queryKey: filesKey(versionId) });
  void refreshProjects();
  void refreshCurrentUser();
}

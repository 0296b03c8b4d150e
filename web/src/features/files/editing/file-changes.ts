import { useMutation } from '@tanstack/react-query';
import type { ProjectFile, UpdateFile } from '@vitrin/shared/contract/files.ts';
import { api } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { refreshCurrentUser } from '../../auth/api.ts';
import { refreshProjects } from '../../projects/api.ts';
import { filesQuery } from '../api.ts';

/** Number of files that are deleted with a version; counted now, since others may have added some. */
export async function countFiles(versionId: number): Promise<number> {
  return (await queryClient.fetchQuery({ ...filesQuery(versionId), staleTime: 0 })).length;
}

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
      void queryClient.invalidateQueries({ queryKey: filesQuery(version).queryKey });
      void refreshProjects();
      void refreshCurrentUser();
    },
  });
}

/** The extension stays, and stands in the answer. */
export function useRenameFile() {
  return useMutation({
    mutationFn: ({ file, name }: { file: ProjectFile; name: string }) => change(file, { name }),
    onSuccess: showChanged,
  });
}

export function useUpdateWords() {
  return useMutation({
    mutationFn: ({ file, words }: { file: ProjectFile; words: Pick<UpdateFile, 'caption' | 'alt'> }) =>
      change(file, words),
    onSuccess: showChanged,
  });
}

function change({ id }: ProjectFile, body: UpdateFile): Promise<ProjectFile> {
  return api<ProjectFile>(`/files/${id}/`, { method: 'PATCH', body });
}

function showChanged(changed: ProjectFile): void {
  queryClient.setQueryData(filesQuery(changed.version).queryKey, (files) =>
    files?.map((each) => (each.id === changed.id ? changed : each)),
  );
  void refreshProjects();
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

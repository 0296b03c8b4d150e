import { useMutation } from '@tanstack/react-query';
import type { ProjectFile, UpdateFile } from '@vitrin/shared/contract/files.ts';
import type { CreateSection, Section, UpdateSection } from '@vitrin/shared/contract/sections.ts';
import { api } from '../../../lib/api-client.ts';
import { refreshFiles } from '../api.ts';
import { refreshProjects } from '../../projects/api.ts';

function createSection(body: CreateSection): Promise<Section> {
  return api<Section>('/sections/', { method: 'POST', body });
}

export function useUpdateSection() {
  return useMutation({
    mutationFn: ({ id, ...body }: UpdateSection & { id: number }) =>
      api<Section>(`/sections/${id}/`, { method: 'PATCH', body }),
    onSettled: refreshProjects,
  });
}

/** The files of the section stay in the version. */
export function useDeleteSection(versionId: number) {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/sections/${id}/`, { method: 'DELETE' }),
    onSettled: () => refreshFiles([versionId]),
  });
}

type Move = { files: readonly ProjectFile[]; to: number | null | { name: string } };

/** Puts files of a version into a section, into a new one of a name, or into none. */
export function useMoveToSection(versionId: number) {
  return useMutation({
    mutationFn: async ({ files, to }: Move) => {
      const isNew = typeof to === 'object' && to !== null;
      const section = isNew ? (await createSection({ ...to, version: versionId })).id : to;
      const moved = files.filter((file) => file.section !== section);
      for (const { id } of moved)
        await api<ProjectFile>(`/files/${id}/`, {
          method: 'PATCH',
          body: { section } satisfies UpdateFile,
        });
    },
    onSettled: () => refreshFiles([versionId]),
  });
}

import { useMutation } from '@tanstack/react-query';
import type { CreateSection, Section, UpdateSection } from '@vitrin/shared/contract/sections.ts';
import { api } from '../../../lib/api-client.ts';
import { refreshFiles } from '../api.ts';
import { refreshProjects } from '../../projects/api.ts';

export function createSection(body: CreateSection): Promise<Section> {
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

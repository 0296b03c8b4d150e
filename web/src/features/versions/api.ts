import { useMutation } from '@tanstack/react-query';
import type { CreateVersion, UpdateVersion, Version } from '@vitrin/shared/contract/versions.ts';
import { api } from '../../lib/api-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { refreshProjects } from '../projects/api.ts';

/** Sent as multipart (specification 5.4). Files follow as uploads of their own. */
export function useCreateVersion() {
  return useMutation({
    mutationFn: ({ version_number, description, project, ready_at }: CreateVersion) => {
      const form = new FormData();
      form.set('version_number', version_number);
      form.set('description', description);
      form.set('project', String(project));
      if (ready_at !== undefined) form.set('ready_at', ready_at ?? '');
      return api<Version>('/versions/', { method: 'POST', body: form });
    },
    onSuccess: refreshProjects,
  });
}

export function useUpdateVersion(id: number) {
  return useMutation({
    mutationFn: (input: UpdateVersion) => api<Version>(`/versions/${id}/`, { method: 'PATCH', body: input }),
    onSuccess: refreshProjects,
  });
}

/** Null: no file is chosen any more, and the first picture stands for the version. */
export function useChooseCover(versionId: number) {
  return useMutation({
    mutationFn: (cover: number | null) =>
      api<Version>(`/versions/${versionId}/`, { method: 'PATCH', body: { cover } satisfies UpdateVersion }),
    onSuccess: refreshProjects,
  });
}

/** Deletes the version's files too, so the used storage changes. */
export function useDeleteVersion() {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/versions/${id}/`, { method: 'DELETE' }),
    onSuccess: () => Promise.all([refreshProjects(), refreshCurrentUser()]),
  });
}

import { useMutation } from '@tanstack/react-query';
import type { CreateLink, Link, UpdateLink } from '@vitrin/shared/contract/links.ts';
import { api } from '../../../lib/api-client.ts';
import { refreshProjects } from '../../projects/api.ts';

export function useSaveLink() {
  return useMutation({
    mutationFn: ({ id, ...body }: (CreateLink & { id?: never }) | (UpdateLink & { id: number })) =>
      id === undefined
        ? api<Link>('/links/', { method: 'POST', body })
        : api<Link>(`/links/${id}/`, { method: 'PATCH', body }),
    onSettled: refreshProjects,
  });
}

export function useDeleteLink() {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/links/${id}/`, { method: 'DELETE' }),
    onSettled: refreshProjects,
  });
}

import { queryOptions, useMutation } from '@tanstack/react-query';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { CreateLink, Link, ListedLink, UpdateLink } from '@vitrin/shared/contract/links.ts';
import { api } from '../../../lib/api-client.ts';
import { refreshProjects } from '../../projects/api.ts';

/** Links that a title or a host finds, at most `limit`. */
export const foundLinksQuery = (search: string, limit: number) =>
  queryOptions({
    queryKey: ['found-links', search, limit],
    queryFn: async ({ signal }) =>
      (await api<Page<ListedLink>>('/links/', { query: { search, limit }, signal })).results,
  });

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

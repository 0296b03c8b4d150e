import { queryOptions } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { api } from '../../../lib/api-client.ts';
import { projectKey } from '../../projects/api.ts';

/** A project with the files of all its versions: for what looks beyond the open one. */
export const wholeProjectQuery = (id: number) =>
  queryOptions({
    queryKey: [...projectKey(id), 'whole'],
    queryFn: ({ signal }) => api<Project>(`/projects/${id}/`, { signal }),
  });

import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type {
  CreateProject,
  Project,
  ProjectPage,
  ProjectsSummary,
  UpdateProject,
} from '@vitrin/shared/contract/projects.ts';
import { api } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { serverNow } from '../../lib/clock/server-clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { dueDays, type ProjectFilter } from './filter.ts';

/** Key of everything about projects; milestones and versions are inside the detail object. */
const PROJECTS_KEY = ['projects'] as const;

export const projectKey = (id: number) => [...PROJECTS_KEY, 'detail', id] as const;

/** `page` is the shown page, the last one if the requested page is beyond it. */
type ShownPage = ProjectPage & { page: number };

/** `limit` and `page` are sent only where they differ from the server's defaults, 10 and 1 (specification 9.2). */
export const projectPageQuery = (filter: ProjectFilter, page: number) =>
  queryOptions({
    queryKey: [...PROJECTS_KEY, 'list', { ...filter, page }],
    queryFn: ({ signal }) => fetchPage(filter, page, signal),
    placeholderData: keepPreviousData,
  });

export const projectsSummaryQuery = queryOptions({
  queryKey: [...PROJECTS_KEY, 'summary'],
  queryFn: () => api<ProjectsSummary>('/projects/get_projects_summary/'),
});

/** Projects that are being deleted: still shown, but the server may not know them any more. */
const heldProjects = new Set<number>();

/** Stops reloading the project, whatever asks for it, until the returned function is called. */
export function holdProject(id: number): () => void {
  heldProjects.add(id);
  void queryClient.cancelQueries({ queryKey: projectKey(id) });
  return () => heldProjects.delete(id);
}

/** A project with milestones and versions, but without files, which each version's panel loads when it opens. */
export const projectQuery = (id: number) =>
  queryOptions({
    queryKey: projectKey(id),
    queryFn: async ({ signal }) => {
      const shown = queryClient.getQueryData<Project>(projectKey(id));
      if (shown && heldProjects.has(id)) return shown;
      return api<Project>(`/projects/${id}/`, { query: { files: 'none' }, signal });
    },
  });

/** Counts the parts deleted with a project, fetched anew because the shown object has no files and may be stale. */
export async function countParts(id: number) {
  const { versions, milestones } = await api<Project>(`/projects/${id}/`);
  return {
    versions: versions.length,
    files: versions.flatMap(({ files }) => files).length,
    milestones: milestones.length,
  };
}

export function useCreateProject() {
  return useMutation({
    mutationFn: (input: CreateProject) => api<Project>('/projects/', { method: 'POST', body: input }),
  });
}

export function useUpdateProject(id: number) {
  return useMutation({
    mutationFn: (input: UpdateProject) => api<Project>(`/projects/${id}/`, { method: 'PATCH', body: input }),
  });
}

export function useDeleteProject() {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/projects/${id}/`, { method: 'DELETE' }),
  });
}

/** Drops a deleted project from the cache once its screen was left, and reloads the user. */
export function forgetProject(id: number): void {
  queryClient.removeQueries({ queryKey: projectKey(id) });
  void queryClient.invalidateQueries({ queryKey: ['customers'] });
  void refreshProjects();
  void refreshCurrentUser();
}

/** Reloads list, summary and user after a save (specification 2.7); rejects if the list cannot be loaded. */
export async function refreshAfterSave(): Promise<void> {
  void refreshCurrentUser();
  void queryClient.invalidateQueries({ queryKey: ['customers'] });
  await queryClient.invalidateQueries({ queryKey: PROJECTS_KEY }, { throwOnError: true });
}

/** Reloads everything that shows a change inside a project: its detail, lists and the summary. */
export function refreshProjects(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: PROJECTS_KEY });
}

async function fetchPage(filter: ProjectFilter, page: number, signal: AbortSignal): Promise<ShownPage> {
  const { due, ...asked } = filter;
  const load = (wanted: number) =>
    api<ProjectPage>('/projects/', {
      signal,
      query: { ...asked, ...dueDays(due, serverNow()), page: wanted > 1 ? wanted : undefined },
    });
  try {
    return { ...(await load(page)), page };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404 && page > 1)) throw error;
    // A page beyond the last one means the last one (specification 2.2).
    const first = await load(1);
    const last = Math.max(1, Math.ceil(first.count / Math.max(1, first.results.length)));
    return last === 1 ? { ...first, page: 1 } : { ...(await load(last)), page: last };
  }
}

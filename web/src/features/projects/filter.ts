import { ProjectStatus } from '@vitrin/shared/contract/projects.ts';

/** What a list of projects is asked for; undefined where the server's own choice is meant. */
export type ProjectFilter = {
  search?: string | undefined;
  status?: ProjectStatus | undefined;
  ordering?: ProjectOrdering | undefined;
  limit?: number | undefined;
};

/** The first is the server's own order, newest first. */
export const PROJECT_ORDERINGS = ['-created_at', 'name', '-name', '-last_updated', 'last_updated'] as const;
export type ProjectOrdering = (typeof PROJECT_ORDERINGS)[number];

/** Reads the filter from an address; what is not understood is as if it were not there. */
export function filterOf(query: URLSearchParams): ProjectFilter {
  const ordering = PROJECT_ORDERINGS.find((each) => each === query.get('ordering'));
  return {
    search: query.get('search')?.trim() || undefined,
    status: ProjectStatus.safeParse(query.get('status')).data,
    ordering: ordering === PROJECT_ORDERINGS[0] ? undefined : ordering,
  };
}

/** Whether something is left out of the list, so that an empty one does not mean "no projects yet". */
export function isNarrowed({ search, status }: ProjectFilter): boolean {
  return search !== undefined || status !== undefined;
}

import type { ProjectOrdering, ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { RECENT_PROJECTS } from '@vitrin/shared/rules/rendered-pages.ts';
import { searchIn } from '../../lib/search.ts';

/** Filters of a list of projects; undefined means the server's default. */
export type ProjectFilter = {
  search?: string | undefined;
  status?: ProjectStatus | undefined;
  /** Id of the projects' customer. */
  customer?: number | undefined;
  ordering?: ProjectOrdering | undefined;
  limit?: number | undefined;
};

// Written out here, because only forms load the schemas.
export const PROJECT_STATUSES = [
  'in-progress',
  'pending',
  'completed',
  'on-hold',
  'cancelled',
] as const satisfies readonly ProjectStatus[];

/** The orderings that are offered; the first is the server's default, newest first. */
export const OFFERED_ORDERINGS = [
  '-created_at',
  '-last_updated',
  'last_updated',
  'name',
  '-name',
  'customer',
  '-progress',
  'progress',
] as const satisfies readonly ProjectOrdering[];

/** What the dashboard lists (specification 2.6): the newest 10, without pages. */
export const RECENT: ProjectFilter = { limit: RECENT_PROJECTS };

/** Reads the filter from an address; unknown values are ignored. */
export function filterOf(query: URLSearchParams): ProjectFilter {
  const ordering = OFFERED_ORDERINGS.find((each) => each === query.get('ordering'));
  return {
    search: searchIn(query),
    status: PROJECT_STATUSES.find((each) => each === query.get('status')),
    customer: Number(/^[1-9]\d{0,8}$/.exec(query.get('customer') ?? '')?.[0]) || undefined,
    ordering: ordering === OFFERED_ORDERINGS[0] ? undefined : ordering,
  };
}

/** Whether the filter hides projects, so that an empty list does not mean "no projects yet". */
export function isNarrowed({ search, status, customer }: ProjectFilter): boolean {
  return search !== undefined || status !== undefined || customer !== undefined;
}

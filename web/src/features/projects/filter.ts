import type { ProjectOrdering, ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { searchIn } from '../../lib/search.ts';

/** What a list of projects is asked for; undefined where the server's own choice is meant. */
export type ProjectFilter = {
  search?: string | undefined;
  status?: ProjectStatus | undefined;
  /** Id of the customer they are made for. */
  customer?: number | undefined;
  ordering?: ProjectOrdering | undefined;
  limit?: number | undefined;
};

// Named here and not read from the schemas, which only forms load.
export const PROJECT_STATUSES = [
  'in-progress',
  'pending',
  'completed',
  'on-hold',
  'cancelled',
] as const satisfies readonly ProjectStatus[];

/** The orders that are offered; the first is the server's own, newest first. */
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

/** Reads the filter from an address; what is not understood is as if it were not there. */
export function filterOf(query: URLSearchParams): ProjectFilter {
  const ordering = OFFERED_ORDERINGS.find((each) => each === query.get('ordering'));
  return {
    search: searchIn(query),
    status: PROJECT_STATUSES.find((each) => each === query.get('status')),
    customer: Number(/^[1-9]\d{0,8}$/.exec(query.get('customer') ?? '')?.[0]) || undefined,
    ordering: ordering === OFFERED_ORDERINGS[0] ? undefined : ordering,
  };
}

/** Whether something is left out of the list, so that an empty one does not mean "no projects yet". */
export function isNarrowed({ search, status, customer }: ProjectFilter): boolean {
  return search !== undefined || status !== undefined || customer !== undefined;
}

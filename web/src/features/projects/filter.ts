import type { ProjectOrdering, ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { DUE_PROJECTS, RECENT_PROJECTS } from '@vitrin/shared/rules/rendered-pages.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import { dayNumberAt } from '../../components/past-day.ts';
import { searchIn } from '../../lib/search.ts';

/** Filters of a list of projects; undefined means the server's default. */
export type ProjectFilter = {
  search?: string | undefined;
  status?: ProjectStatus | undefined;
  /** Id of the projects' customer. */
  customer?: number | undefined;
  ordering?: ProjectOrdering | undefined;
  /** By the days that are promised, as the reader's calendar has them. */
  due?: (typeof DUE_CHOICES)[number] | undefined;
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
  'next_due_on',
] as const satisfies readonly ProjectOrdering[];

/** Promised days to filter by: past, or from today to Sunday. */
export const DUE_CHOICES = ['late', 'week'] as const;

/** Filter of the dashboard's list (specification 2.6): the newest 10, without pages. */
export const RECENT: ProjectFilter = { limit: RECENT_PROJECTS };
/** The dashboard's projects in which something is due first. */
export const DUE: ProjectFilter = { ordering: 'next_due_on', limit: DUE_PROJECTS };

/** Reads the filter from an address; unknown values are ignored. */
export function filterOf(query: URLSearchParams): ProjectFilter {
  const ordering = OFFERED_ORDERINGS.find((each) => each === query.get('ordering'));
  return {
    search: searchIn(query),
    status: PROJECT_STATUSES.find((each) => each === query.get('status')),
    customer: Number(/^[1-9]\d{0,8}$/.exec(query.get('customer') ?? '')?.[0]) || undefined,
    due: DUE_CHOICES.find((each) => each === query.get('due')),
    ordering: ordering === OFFERED_ORDERINGS[0] ? undefined : ordering,
  };
}

/** True if the filter hides projects, so that an empty list does not mean "no projects yet". */
export function isNarrowed({ search, status, customer, due }: ProjectFilter): boolean {
  return [search, status, customer, due].some((each) => each !== undefined);
}

/** The days that `due` asks for, in the API's words, by the reader's calendar. */
export function dueDays(due: ProjectFilter['due'], now: number): { due_from?: string; due_to?: string } {
  if (due === undefined) return {};
  const today = dayNumberAt(new Date(now), undefined);
  if (due === 'late') return { due_to: dayOf(today - 1) };
  // 1970-01-04 was the first Sunday.
  return { due_from: dayOf(today), due_to: dayOf(today + ((((3 - today) % 7) + 7) % 7)) };
}

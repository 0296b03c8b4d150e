import type { Row } from './access-row.ts';

/** Routes of a project that its freelancer can call in the client's view. */
const SEEN = new Set([
  'GET /api/projects/',
  'GET /api/projects/get_projects_summary/',
  'GET /api/projects/:id/',
  'GET /api/milestones/',
  'GET /api/versions/',
  'GET /api/versions/:id/zip/',
  'GET /api/projects/:id/offline/',
  'GET /api/projects/:id/calendar/',
  'GET /api/sections/',
  'GET /api/links/',
  'GET /api/files/',
  'GET /api/files/:id/content/',
  'GET /api/files/:id/thumbnail/',
  'GET /api/files/:id/preview/',
  'GET /api/pictures/:id/',
  'GET /api/logos/:id/',
  'GET /api/_allauth/browser/v1/auth/session',
]);

/** The own record, in place of the client's; real records are outside of the view. */
const RECORDS: Record<string, number> = { 'the owner': 200, 'the customer': 404 };

/** Routes that look up no session. */
const PUBLIC = new Set(['GET /healthz', 'GET /readyz']);

/**
 * The status for the owner in the client's view (`X-View-As: client`, specification 9.13). A route missing here
 * is refused.
 */
export function statusAsClient({ route, about, statuses }: Row): number {
  const [, ownCustomer, , , owner] = statuses;
  if (PUBLIC.has(route)) return owner;
  if (SEEN.has(route)) return ownCustomer;
  return route === 'GET /api/users/:id/' ? (RECORDS[about] ?? 403) : 403;
}

import type { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { Row } from './access-row.ts';

type Opening = TokenScope | `${TokenScope}, whole account`;

/**
 * Every route that a token opens, with its required scope. A route missing here refuses all tokens; `whole
 * account` refuses tokens of one project.
 */
export const OPEN_TO_TOKENS: Readonly<Record<string, Opening>> = {
  'GET /api/events/': 'read',
  'GET /api/projects/': 'read',
  'GET /api/projects/get_projects_summary/': 'read',
  'GET /api/projects/:id/': 'read',
  'GET /api/projects/:id/activity/': 'read',
  'GET /api/projects/:id/calendar/': 'read',
  'GET /api/projects/:id/receipt/': 'read',
  'GET /api/milestones/': 'read',
  'GET /api/versions/': 'read',
  'GET /api/versions/:id/notices/': 'read',
  'GET /api/versions/:id/receivers/': 'read',
  'GET /api/versions/:id/zip/': 'read',
  'GET /api/sections/': 'read',
  'GET /api/links/': 'read',
  'GET /api/files/': 'read',
  'GET /api/files/:id/content/': 'read',
  'GET /api/files/:id/preview/': 'read',
  'GET /api/files/:id/receivers/': 'read',
  'GET /api/links/:id/receivers/': 'read',
  'GET /api/files/:id/thumbnail/': 'read',
  'GET /api/users/': 'read, whole account',
  'GET /api/analytics/': 'read, whole account',
  'GET /api/analytics/query/': 'read, whole account',
  'GET /api/analytics/boards/': 'read, whole account',
  'GET /api/analytics/boards/:id/': 'read, whole account',
  'GET /api/analytics/lately/': 'read, whole account',
  'GET /api/analytics/looks/': 'read, whole account',
  'GET /api/analytics/unopened/': 'read, whole account',
  'POST /api/versions/': 'deliver',
  'PUT /api/versions/:id/': 'deliver',
  'PATCH /api/versions/:id/': 'deliver',
  'POST /api/versions/:id/tell/': 'deliver',
  'POST /api/links/': 'deliver',
  'PATCH /api/links/:id/': 'deliver',
  'POST /api/sections/': 'deliver',
  'PATCH /api/sections/:id/': 'deliver',
  'POST /api/files/': 'deliver',
  'PUT /api/files/:id/': 'deliver',
  'PATCH /api/files/:id/': 'deliver',
  'PATCH /api/files/': 'deliver',
  'OPTIONS /api/uploads/': 'deliver',
  'OPTIONS /api/uploads/:id/': 'deliver',
  'POST /api/uploads/': 'deliver',
  'HEAD /api/uploads/:id/': 'deliver',
  'PATCH /api/uploads/:id/': 'deliver',
  'DELETE /api/uploads/:id/': 'deliver',
  'POST /api/projects/': 'manage, whole account',
  'PUT /api/projects/:id/': 'manage',
  'PATCH /api/projects/:id/': 'manage',
  'POST /api/projects/:id/duplicate/': 'manage, whole account',
  'POST /api/projects/:id/copy-milestones/': 'manage',
  'POST /api/milestones/': 'manage',
  'PUT /api/milestones/:id/': 'manage',
  'PATCH /api/milestones/:id/': 'manage',
  'POST /api/analytics/boards/': 'manage, whole account',
  'PATCH /api/analytics/boards/:id/': 'manage, whole account',
  'POST /api/analytics/boards/:id/cards/': 'manage, whole account',
  'POST /api/users/': 'manage, whole account',
};

/** Routes that look up no user, with or without a token. */
const OUTSIDE = new Set(['GET /healthz', 'GET /readyz']);

/** The required scope of a route, as written in the document. */
export function openingOf({ route }: Pick<Row, 'route'>): string {
  return OPEN_TO_TOKENS[route] ?? (OUTSIDE.has(route) ? 'not looked at' : 'none');
}

/**
 * A token that just suffices for the route, and one that just does not; for a route closed to tokens, the latter
 * has all scopes.
 */
export function scopesOf({ route }: Pick<Row, 'route'>): { lets?: TokenScope; refuses?: TokenScope } {
  if (OUTSIDE.has(route)) return { lets: 'read' };
  const opening = OPEN_TO_TOKENS[route]?.split(',')[0];
  if (opening === 'read') return { lets: 'read' };
  if (opening === 'deliver') return { lets: 'deliver', refuses: 'read' };
  return opening === 'manage' ? { lets: 'manage', refuses: 'deliver' } : { refuses: 'manage' };
}

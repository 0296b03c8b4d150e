import type { Row } from './access-row.ts';

/** The record of the customer, which is not that of a person of theirs. */
const RECORDS = new Set(['GET /api/users/:id/ the customer', 'PATCH /api/users/:id/ ']);

/** Status for a person of the project's customer (specification 3.22): the customer's, except for the record. */
export function statusAsPerson({ route, about, statuses }: Row): number {
  return RECORDS.has(`${route} ${about}`) ? 404 : statuses[1];
}

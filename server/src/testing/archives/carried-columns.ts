import { ENTITIES } from '../../features/archives/carried/columns.ts';

/** Columns of what belongs to a freelancer that an archive carries, by table. */
export const CARRIED: Record<string, string[]> = {
  ...Object.fromEntries(ENTITIES.map(({ table, carriedColumns }) => [table, carriedColumns])),
  // These have no record of their own: they are part of the freelancer's, or are an entry.
  unwanted_notices: ['kind'],
  subscriptions: ['plan_id'],
  brought_receipts: ['project_id', 'number', 'storage_key', 'size_bytes', 'sha256', 'brought_at'],
};

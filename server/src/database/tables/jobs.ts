import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type JobsTable = {
  id: Generated<number>;
  kind: string;
  /** JSON. */
  payload: string;
  run_at: Timestamp;
  attempts: Generated<number>;
  locked_until: Timestamp | null;
  last_error: string | null;
  /** Set when no further attempt will be made; the row is kept to be looked at. */
  gave_up_at: Timestamp | null;
  created_at: Timestamp;
  /** Jobs take turns by this key (tenants/tenant.ts); empty for jobs of the installation and of earlier releases. */
  tenant: Generated<string>;
  request_id: string | null;
  /** Span that enqueued it, in the form of W3C's Trace Context header; null where traces are off. */
  traceparent: string | null;
};

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
  /** No further attempt is made; the row is kept for inspection. */
  gave_up_at: Timestamp | null;
  created_at: Timestamp;
  /** Key for turns (tenants/tenant.ts); empty for jobs of the installation and of earlier releases. */
  tenant: Generated<string>;
  request_id: string | null;
  /** W3C Trace Context of the enqueuing span; null without tracing. */
  traceparent: string | null;
};

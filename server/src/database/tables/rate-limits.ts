import type { Timestamp } from './timestamp.ts';

export type RateLimitsTable = {
  /** Action and scope, for example `login:203.0.113.9`. */
  key: string;
  attempts: number;
  started_at: Timestamp;
  expires_at: Timestamp;
};

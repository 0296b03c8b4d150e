import type { Timestamp } from './timestamp.ts';

/** The invitation that was mailed to a customer who has not registered. */
export type InvitationsTable = {
  user_id: number;
  /** Null once it was withdrawn. */
  email: string | null;
  /** Raised when the address is corrected and when the invitation is withdrawn: links of earlier rounds have ended. */
  round: number;
  /** When a mail server took the last mail of this round. */
  sent_at: Timestamp | null;
  /** Time when the page of the mailed link was first shown in a browser. */
  opened_at: Timestamp | null;
  /** When a mail server refused the last mail of this round for good. */
  refused_at: Timestamp | null;
  refusal: string | null;
};

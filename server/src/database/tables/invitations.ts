import type { Timestamp } from './timestamp.ts';

export type InvitationsTable = {
  user_id: number;
  /** Null once it was withdrawn. */
  email: string | null;
  /** Raised when the address is corrected and when the invitation is withdrawn: links of earlier rounds have ended. */
  round: number;
  /** Time when a mail server accepted the last mail of this round. */
  sent_at: Timestamp | null;
  opened_at: Timestamp | null;
  refused_at: Timestamp | null;
  refusal: string | null;
};

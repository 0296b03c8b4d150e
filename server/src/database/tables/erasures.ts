import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** Accounts that are going to be deleted; the row goes with the account. */
export type ErasuresTable = {
  id: Generated<number>;
  user_id: number;
  asked_at: Timestamp;
  due_at: Timestamp;
  /** True if this request stopped the renewal of the paid plan, which goes on if the account is kept after all. */
  has_stopped_renewal: Generated<boolean>;
  /** When the deletion began; there is no way back from then on. */
  begun_at: Timestamp | null;
  /** JSON: the names and addresses that are still to be looked for, from the beginning of the deletion to its end. */
  remembered: string | null;
};

/** Which accounts were deleted, so that a restored backup deletes them again. Nothing here says who they were. */
export type ErasedAccountsTable = {
  user_id: number;
  erased_at: Timestamp;
};

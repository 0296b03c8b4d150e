import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

/** The row goes with the account. */
export type ErasuresTable = {
  id: Generated<number>;
  user_id: number;
  asked_at: Timestamp;
  due_at: Timestamp;
  /** Renewal goes on if the account is kept after all. */
  has_stopped_renewal: Generated<boolean>;
  /** No way back from then on. */
  begun_at: Timestamp | null;
  /** JSON: names and addresses still to be erased. */
  remembered: string | null;
};

/** Anonymous ids, so that a restored backup deletes these accounts again. */
export type ErasedAccountsTable = {
  user_id: number;
  erased_at: Timestamp;
};

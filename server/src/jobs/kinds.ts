import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';

/** Every kind of job and its payload. app.ts registers a handler for each. */
export type JobPayloads = {
  'send-mail': Mail;
  /** Deletes stored objects whose rows are gone. */
  'delete-objects': { keys: string[] };
  /** Ends uploads whose version is gone. */
  'drop-uploads': { ids: string[] };
  'make-thumbnail': { file_id: number };
  /** Makes what plays in place of a film or a sound that does not play everywhere. */
  'make-preview': { file_id: number };
  /** Has pictures of earlier releases drawn anew, from the file after an id on. */
  'redraw-thumbnails': { after: number };
  /** Reads a stored file for its CRC-32 and SHA-256. */
  'take-checksums': { file_id: number };
  /** Ends expired uploads and removes temporary files; repeats itself. */
  'sweep-uploads': Record<string, never>;
  /** Deletes pictures that no text claimed in time; repeats itself. */
  'sweep-pictures': Record<string, never>;
  /**
   * Moves pictures that earlier releases kept inside the texts of a table into the store, from the row after an id on.
   */
  'move-pictures': { table: 'projects' | 'milestones' | 'versions'; after: number };
  /** Asks the gateway about one checkout (daily, and when a webhook event says too little). */
  'ask-checkout': { purchase_id: number };
  'ask-subscription': { purchase_id: number };
  'settle-purchase': { purchase_id: number };
  'refund-payment': { payment_id: number };
  /** Restores the credit that a refunded payment had used. */
  'restore-credit': { payment_id: number };
  'renew-in-sandbox': { purchase_id: number; period_end: string };
  'reconcile-payments': Record<string, never>;
  'mail-password-reset': MailRequest;
  'mail-verification': MailRequest;
  /**
   * Enqueued for unknown identifiers too, so that every refused login costs the same work. `isLocked`: refused without
   * checking the password.
   */
  'record-refused-login': { user_ids: number[]; ip: string; userAgent: string; isLocked?: boolean };
  /** Deletes expired sessions, devices and counters; repeats itself. */
  'sweep-expired': Record<string, never>;
};

/** A request for a mail to an address that may belong to no account. */
type MailRequest = { email: string; language: Language };

/** `signal` ends jobs that take longer than a server that stops may wait; such a job is taken up again. */
export type JobHandlers = {
  [Kind in keyof JobPayloads]: (payload: JobPayloads[Kind], signal: AbortSignal) => Promise<void>;
};

/** Jobs of one lane run one after the other, the lanes beside each other. */
export type Lane = 'quick' | 'slow' | 'hours';

/**
 * Jobs that take long and may wait run in lanes of their own, so that no mail waits behind a thumbnail, and no thumbnail
 * behind the preview of a film.
 */
export const LANE_KINDS: Record<Exclude<Lane, 'quick'>, readonly (keyof JobPayloads)[]> = {
  slow: ['make-thumbnail', 'redraw-thumbnails', 'take-checksums', 'move-pictures'],
  hours: ['make-preview'],
};

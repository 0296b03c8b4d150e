import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';

/** Every kind of job and its payload. app.ts registers a handler for each. */
export type JobPayloads = {
  'send-mail': Mail;
  /** Hands a notice that is due to the queue of mails. */
  'claim-notice': { notice_id: number };
  /** Sends the mail of a notice that was claimed. */
  'mail-notice': { notice_id: number };
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
  /** Makes daily sums of events that are too old to be kept one by one (daily); repeats itself. */
  'sweep-events': Record<string, never>;
  /** Has ledgers stamped by a time-stamping authority (hourly); repeats itself. */
  'stamp-ledgers': Record<string, never>;
  /** Ends expired uploads and removes temporary files; repeats itself. */
  'sweep-uploads': Record<string, never>;
  /** Deletes pictures that no text claimed in time; repeats itself. */
  'sweep-pictures': Record<string, never>;
  /** Writes down what an archive with everything of a freelancer holds. */
  'make-export': { export_id: string };
  /** Looks whether an archive that was brought is good, from its end to its records. */
  'check-import': { import_id: string };
  /** Copies what is in such an archive and makes its projects. */
  'bring-import': { import_id: string };
  /** Deletes such archives after their time; repeats itself. */
  'sweep-archives': Record<string, never>;
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
  /** Restores the newest backup beside the installation and compares it (weekly); repeats itself. */
  'drill-backup': Record<string, never>;
  /** Writes which accounts were deleted beside backups in a bucket. */
  'list-erased': Record<string, never>;
  'mail-password-reset': MailRequest;
  'mail-verification': MailRequest;
  /**
   * Enqueued for unknown identifiers too, so that every refused login costs the same work. `isLocked`: refused without
   * checking the password.
   */
  'record-refused-login': { user_ids: number[]; ip: string; userAgent: string; isLocked?: boolean };
  /** Reminds of the deletion of an account some days before it. */
  'remind-of-erasure': { erasure_id: number };
  /**
   * Tells a freelancer's customers, from the address after an id on, or a customer's freelancer that the account is going
   * to be deleted at that time, or stays.
   */
  'tell-of-erasure': { user_id: number; due_at: string; news: 'asked' | 'soon' | 'kept'; after: number };
  /** Has a paid plan not renewed while its account is going to be deleted. */
  'stop-renewal': { erasure_id: number };
  /** Has a paid plan renewed again whose account stays after all. */
  'resume-renewal': { user_id: number };
  /** Deletes an account with everything that is stored of it, some of it in each run. */
  'erase-account': { erasure_id: number };
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
export type Lane = 'quick' | 'mails' | 'slow' | 'archives' | 'hours' | 'backups';

/**
 * Jobs that take long and may wait run in lanes of their own, so that no mail waits behind a thumbnail, and no thumbnail
 * behind the preview of a film, and nobody who moves behind either. Nothing but mails waits for the mail server, and
 * nothing but backups for a bucket of theirs.
 */
export const LANE_KINDS: Record<Exclude<Lane, 'quick'>, readonly (keyof JobPayloads)[]> = {
  /** The most important first: links that somebody waits for go before notices of work. */
  mails: ['send-mail', 'mail-notice'],
  slow: [
    'make-thumbnail',
    'redraw-thumbnails',
    'take-checksums',
    'move-pictures',
    'sweep-events',
    'stamp-ledgers',
    'erase-account',
  ],
  archives: ['make-export', 'check-import', 'bring-import'],
  hours: ['make-preview'],
  backups: ['drill-backup', 'list-erased'],
};

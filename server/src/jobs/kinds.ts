import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';

/** Every kind of job and what it carries. A handler for each is registered in app.ts. */
export type JobPayloads = {
  'send-mail': Mail;
  /** Bytes whose rows are gone. */
  'delete-objects': { keys: string[] };
  /** Uploads whose version is gone. */
  'drop-uploads': { ids: string[] };
  'make-thumbnail': { file_id: number };
  /** Reads a stored file for its CRC-32 and SHA-256. */
  'take-checksums': { file_id: number };
  /** Expired uploads and forgotten temporary files, again and again. */
  'sweep-uploads': Record<string, never>;
  /** Pictures that no text has claimed in time, again and again. */
  'sweep-pictures': Record<string, never>;
  /** Pictures that earlier releases kept as bytes in the texts of a table, those after an id. */
  'move-pictures': { table: 'projects' | 'milestones' | 'versions'; after: number };
  /** What became of a checkout (daily, and when a message says too little). */
  'ask-checkout': { purchase_id: number };
  'ask-subscription': { purchase_id: number };
  'settle-purchase': { purchase_id: number };
  'refund-payment': { payment_id: number };
  /** What a payment that is given back had used of a credit. */
  'restore-credit': { payment_id: number };
  'renew-in-sandbox': { purchase_id: number; period_end: string };
  'reconcile-payments': Record<string, never>;
  'mail-password-reset': MailRequest;
  'mail-verification': MailRequest;
  /** For nobody's account too, so that the work of a refused login is the same. */
  /** `isLocked`: refused without a look at the password. */
  'record-refused-login': { user_ids: number[]; ip: string; userAgent: string; isLocked?: boolean };
  /** Sessions, devices and counters that are over, again and again. */
  'sweep-expired': Record<string, never>;
};

/** Somebody asked for a mail to an address that may be nobody's. */
export type MailRequest = { email: string; language: Language };

export type JobHandlers = { [Kind in keyof JobPayloads]: (payload: JobPayloads[Kind]) => Promise<void> };

/** Work that takes long and may wait: it has a lane of its own, so that mails never stand behind a film. */
export const SLOW_KINDS: readonly (keyof JobPayloads)[] = [
  'make-thumbnail',
  'take-checksums',
  'move-pictures',
];

import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';
import type { GatewayName } from '../adapters/payments/gateway.ts';

/** Every kind of job and its payload. app.ts registers a handler for each. */
export type JobPayloads = {
  'send-mail': Mail;
  'mail-invitation': { user_id: number; round: number };
  'claim-notice': { notice_id: number };
  'mail-notice': { notice_id: number };
  /** Moves a freelancer's reminders that wait to the morning of another time zone. */
  'move-reminders': { user_id: number };
  'claim-board-mail': { board_id: number; due_at: string };
  /** Mails a board; `is_asked`: by hand, else at its time. */
  'mail-board': { board_id: number; due_at: string; is_asked: boolean };
  /** Writes the event for programs that a version is there, at the time that was set ahead. */
  'announce-version': { version_id: number; ready_at: string };
  'deliver-webhook': { delivery_id: number };
  /** Stops the endpoints of an account that was in wrong hands. */
  'stop-endpoints': { user_id: number };
  'delete-objects': { keys: string[] };
  'drop-uploads': { ids: string[] };
  'make-thumbnail': { file_id: number };
  /** Makes those of films, sounds and office documents, and of a picture that takes longer than a turn. */
  'make-slow-thumbnail': { file_id: number };
  'make-preview': { file_id: number };
  'make-web-size': { file_id: number };
  /** Redraws pictures of earlier releases, from the file after an id on. */
  'redraw-thumbnails': { after: number };
  /** Types files of earlier releases by their streams, from the file after an id on. */
  'retype-files': { after: number };
  'retype-file': { file_id: number };
  'take-checksums': { file_id: number };
  /** Makes daily sums of events that are too old to be kept one by one (daily); repeats itself. */
  'sweep-events': Record<string, never>;
  'sweep-plays': Record<string, never>;
  /** Has ledgers stamped by a time-stamping authority (hourly); repeats itself. */
  'stamp-ledgers': Record<string, never>;
  'sweep-uploads': Record<string, never>;
  'sweep-pictures': Record<string, never>;
  'make-export': { export_id: string };
  'check-import': { import_id: string };
  'bring-import': { import_id: string };
  /** Deletes the list of contents of such an archive, once its import has ended. */
  'clear-import': { import_id: string };
  'sweep-archives': Record<string, never>;
  /** Moves pictures from texts of earlier releases into the store, after an id. */
  'move-pictures': { table: 'projects' | 'milestones' | 'versions'; after: number };
  /** Asks the gateway about one checkout (daily, and when a webhook event says too little). */
  'ask-checkout': { purchase_id: number };
  'ask-subscription': { purchase_id: number };
  'settle-purchase': { purchase_id: number };
  'refund-payment': { payment_id: number };
  /** Restores the credit that a refunded payment had used. */
  'restore-credit': { payment_id: number };
  'make-invoice': { invoice_id: number };
  'issue-invoice': { invoice_id: number };
  'renew-in-sandbox': { purchase_id: number; period_end: string };
  'reconcile-payments': Record<string, never>;
  /** Asks the gateway of which payments money came back lately (daily). */
  'list-returned': Record<string, never>;
  /** Finds the payment that a notice about a refund or a dispute means. */
  'find-returned': { intent: string; gateway?: GatewayName };
  'ask-returned': { payment_id: number };
  /** Restores the newest backup beside the installation and compares it (weekly); repeats itself. */
  'drill-backup': Record<string, never>;
  /** Writes which accounts were deleted beside backups in a bucket. */
  'list-erased': Record<string, never>;
  'mail-login-code': MailRequest & { session_id: number; sent_at: string };
  'mail-password-reset': MailRequest;
  'mail-verification': MailRequest;
  /** Enqueued for unknown identifiers too, so every refused login costs the same; `isLocked`: no password was checked. */
  'record-refused-login': { user_ids: number[]; ip: string; userAgent: string; isLocked?: boolean };
  'remind-of-erasure': { erasure_id: number };
  /** Tells a freelancer's customers, after an id, or a customer's freelancer, of an account that will go or stays. */
  'tell-of-erasure': { user_id: number; due_at: string; news: 'asked' | 'soon' | 'kept'; after: number };
  /** Stops the renewal of a paid plan while its account is going to be deleted. */
  'stop-renewal': { erasure_id: number };
  /** Turns the renewal of a paid plan on again, for an account that stays after all. */
  'resume-renewal': { user_id: number };
  /** Deletes an account with everything that is stored of it, some of it in each run. */
  'erase-account': { erasure_id: number };
  /** Deletes what is left of the account of a person who was removed, but for what was seen and received. */
  'forget-person': { user_id: number };
  'sweep-expired': Record<string, never>;
};

/** A request for a mail to an address that may belong to no account. */
type MailRequest = { email: string; language: Language };

/** `signal` ends jobs that take longer than a stopping server may wait; they run again. */
export type JobHandlers = {
  [Kind in keyof JobPayloads]: (payload: JobPayloads[Kind], signal: AbortSignal) => Promise<void>;
};

export type JobKind = keyof JobPayloads;

/** Jobs of one lane run one after the other, but for those of AT_ONCE, and the lanes beside each other. */
export type Lane = (typeof LANES)[number];

export const LANES = [
  'quick',
  'mails',
  'webhooks',
  'slow',
  'pictures',
  'films',
  'checksums',
  'archives',
  'hours',
  'backups',
] as const;

/** No mail, erasure or checksum waits behind a drawing, no picture behind a film, and no move behind either. */
const LANE_OF: Record<JobKind, Lane> = {
  // The most important first: links that a person waits for go before notices of work.
  'send-mail': 'mails',
  'mail-invitation': 'mails',
  'mail-notice': 'mails',
  'mail-board': 'mails',
  'claim-notice': 'quick',
  'move-reminders': 'quick',
  'claim-board-mail': 'quick',
  'announce-version': 'quick',
  'stop-endpoints': 'quick',
  'deliver-webhook': 'webhooks',
  'delete-objects': 'quick',
  'drop-uploads': 'quick',
  'make-thumbnail': 'pictures',
  'make-slow-thumbnail': 'films',
  'make-preview': 'hours',
  'make-web-size': 'films',
  'redraw-thumbnails': 'slow',
  'retype-files': 'slow',
  'retype-file': 'slow',
  'make-invoice': 'quick',
  'issue-invoice': 'slow',
  'take-checksums': 'checksums',
  'sweep-events': 'slow',
  'sweep-plays': 'slow',
  'stamp-ledgers': 'slow',
  'sweep-uploads': 'quick',
  'sweep-pictures': 'quick',
  'make-export': 'archives',
  'check-import': 'archives',
  'bring-import': 'archives',
  'clear-import': 'slow',
  'sweep-archives': 'quick',
  'move-pictures': 'slow',
  'ask-checkout': 'quick',
  'ask-subscription': 'quick',
  'settle-purchase': 'quick',
  'refund-payment': 'quick',
  'restore-credit': 'quick',
  'renew-in-sandbox': 'quick',
  'reconcile-payments': 'quick',
  'list-returned': 'quick',
  'find-returned': 'quick',
  'ask-returned': 'quick',
  'drill-backup': 'backups',
  'list-erased': 'backups',
  'mail-login-code': 'quick',
  'mail-password-reset': 'quick',
  'mail-verification': 'quick',
  'record-refused-login': 'quick',
  'remind-of-erasure': 'quick',
  'tell-of-erasure': 'quick',
  'stop-renewal': 'quick',
  'resume-renewal': 'quick',
  'erase-account': 'slow',
  'forget-person': 'slow',
  'sweep-expired': 'quick',
};

/** A process runs this many jobs of the lane at once, so that one slow server does not hold up the rest. */
export const AT_ONCE: Partial<Record<Lane, number>> = { webhooks: 8 };

export function kindsOf(lane: Lane): JobKind[] {
  return (Object.keys(LANE_OF) as JobKind[]).filter((kind) => LANE_OF[kind] === lane);
}

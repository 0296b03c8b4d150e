import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Mail } from '../adapters/mail/mailer.ts';
import type { GatewayName } from '../adapters/payments/gateway.ts';

/** app.ts registers a handler for each kind. */
export type JobPayloads = {
  'send-mail': Mail;
  'mail-invitation': { user_id: number; round: number };
  'claim-notice': { notice_id: number };
  'mail-notice': { notice_id: number };
  /** To the morning of another time zone. */
  'move-reminders': { user_id: number };
  'claim-board-mail': { board_id: number; due_at: string };
  /** `is_asked`: by hand, else at its time. */
  'mail-board': { board_id: number; due_at: string; is_asked: boolean };
  /** At the time that was set ahead. */
  'announce-version': { version_id: number; ready_at: string };
  'deliver-webhook': { delivery_id: number };
  /** After the account was in wrong hands. */
  'stop-endpoints': { user_id: number };
  'delete-objects': { keys: string[] };
  'drop-uploads': { ids: string[] };
  'make-thumbnail': { file_id: number };
  /** Films, sounds, office documents, and pictures that take longer than a turn. */
  'make-slow-thumbnail': { file_id: number };
  'make-preview': { file_id: number };
  'make-web-size': { file_id: number };
  /** Files of earlier releases, after an id. */
  'redraw-thumbnails': { after: number };
  /** Files of earlier releases, after an id. */
  'retype-files': { after: number };
  'retype-file': { file_id: number };
  'take-checksums': { file_id: number };
  /** Daily sums replace single events that are too old. */
  'sweep-events': Record<string, never>;
  'sweep-plays': Record<string, never>;
  /** Hourly. */
  'stamp-ledgers': Record<string, never>;
  'sweep-uploads': Record<string, never>;
  'sweep-pictures': Record<string, never>;
  'make-export': { export_id: string };
  'check-import': { import_id: string };
  'bring-import': { import_id: string };
  /** Once the import has ended. */
  'clear-import': { import_id: string };
  'sweep-archives': Record<string, never>;
  /** From texts of earlier releases into the store, after an id. */
  'move-pictures': { table: 'projects' | 'milestones' | 'versions'; after: number };
  /** Daily, and when a webhook event says too little. */
  'ask-checkout': { purchase_id: number };
  'ask-subscription': { purchase_id: number };
  'settle-purchase': { purchase_id: number };
  'refund-payment': { payment_id: number };
  /** That a refunded payment had used. */
  'restore-credit': { payment_id: number };
  'make-invoice': { invoice_id: number };
  'issue-invoice': { invoice_id: number };
  'renew-in-sandbox': { purchase_id: number; period_end: string };
  'reconcile-payments': Record<string, never>;
  /** Daily. */
  'list-returned': Record<string, never>;
  /** From a notice about a refund or a dispute. */
  'find-returned': { intent: string; gateway?: GatewayName };
  'ask-returned': { payment_id: number };
  /** Weekly. */
  'drill-backup': Record<string, never>;
  /** Beside backups in a bucket. */
  'list-erased': Record<string, never>;
  'mail-login-code': MailRequest & { session_id: number; sent_at: string };
  'mail-password-reset': MailRequest;
  'mail-verification': MailRequest;
  /** Unknown identifiers too, so that every refused login costs the same. `isLocked`: password not checked. */
  'record-refused-login': { user_ids: number[]; ip: string; userAgent: string; isLocked?: boolean };
  'remind-of-erasure': { erasure_id: number };
  /** To a freelancer's customers, after an id, or to a customer's freelancer. */
  'tell-of-erasure': { user_id: number; due_at: string; news: 'asked' | 'soon' | 'kept'; after: number };
  /** While the account is going to be deleted. */
  'stop-renewal': { erasure_id: number };
  /** The account stays after all. */
  'resume-renewal': { user_id: number };
  /** In several runs. */
  'erase-account': { erasure_id: number };
  /** Keeps what the person saw and received. */
  'forget-person': { user_id: number };
  'sweep-expired': Record<string, never>;
};

/** The address may belong to no account. */
type MailRequest = { email: string; language: Language };

/** `signal` ends jobs that take longer than a stopping server may wait; they run again. */
export type JobHandlers = {
  [Kind in keyof JobPayloads]: (payload: JobPayloads[Kind], signal: AbortSignal) => Promise<void>;
};

export type JobKind = keyof JobPayloads;

/** Jobs of a lane run one after the other, except AT_ONCE; lanes run side by side. */
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

/** No mail, erasure or checksum waits behind a drawing, no picture behind a film, no move behind either. */
const LANE_OF: Record<JobKind, Lane> = {
  // Most important first: links that a person waits for.
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

/** Jobs at once per process: one slow server must not hold up the rest. */
export const AT_ONCE: Partial<Record<Lane, number>> = { webhooks: 8 };

export function kindsOf(lane: Lane): JobKind[] {
  return (Object.keys(LANE_OF) as JobKind[]).filter((kind) => LANE_OF[kind] === lane);
}

import { withoutSecrets } from '../without-secrets.ts';
import { printable } from '../lists.ts';

/**
 * Fields of payloads that are shown. Everything else stays inside: bodies of mails hold links that sign somebody in, and
 * a new kind of job shows nothing until it is looked at here.
 */
const SHOWN_FIELDS = [
  'to',
  'subject',
  'email',
  'language',
  'file_id',
  'notice_id',
  'purchase_id',
  'payment_id',
  'period_end',
  'table',
  'after',
];

/** Fields that are lists, and shown by their length. */
const COUNTED_FIELDS = ['keys', 'ids', 'user_ids'];

/** What of a job's payload its owner may read. */
export function detailsOf(payload: string): Record<string, string | number> {
  const fields = JSON.parse(payload) as Record<string, unknown>;
  const shown: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (COUNTED_FIELDS.includes(name) && Array.isArray(value)) shown[name] = value.length;
    else if (SHOWN_FIELDS.includes(name) && typeof value === 'number') shown[name] = value;
    else if (SHOWN_FIELDS.includes(name) && typeof value === 'string') shown[name] = printable(value);
  }
  return shown;
}

/** The reason of a failure, without links, tokens and passwords that other systems put into it. */
export function errorOf(lastError: string | null): string | null {
  return lastError === null ? null : withoutSecrets(lastError);
}

import { withoutSecrets } from '../without-secrets.ts';
import { printable } from '../lists.ts';

/**
 * Payload fields that may be shown. Every other field is hidden, because bodies of mails contain links that
 * sign the reader in; a new kind of job shows nothing until its fields are listed here.
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

/** Returns the fields of a job's payload that the owner of the installation may read. */
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

import { z } from 'zod';
import { IdText, Timestamp } from './common.ts';
import { Language } from './users.ts';

/** Form of a receipt: JSON, which can be verified, or a PDF to read and print. */
export const ReceiptQuery = z.object({
  format: z.enum(['json', 'pdf']).default('json'),
  /** Language of the PDF; the browser's where it is left out. */
  language: Language.optional(),
});

/** Every public key (Ed25519, in base64) with which this installation has signed receipts, oldest first. */
export const ReceiptKeys = z.object({
  keys: z.array(
    z.object({
      public_key: z.string(),
      created_at: Timestamp,
      /** Time from which its signatures are not trusted; null for a trusted one, and left out by earlier releases. */
      withdrawn_at: Timestamp.nullable().default(null),
    }),
  ),
});
export type ReceiptKeys = z.infer<typeof ReceiptKeys>;

/** SHA-256 of a line of a ledger, in hex. */
const LineHash = z.string().regex(/^[0-9a-f]{64}$/);
/** The project that a receipt names, the number of the line, and its hash. */
export const LedgerLineQuery = z.object({ project: IdText, number: IdText, hash: LineHash });

/** A line that stands in this installation's own ledger, and its time; of a deleted project the time of its end. */
export const LedgerLine = z.object({ hash: LineHash, at: Timestamp });
export type LedgerLine = z.infer<typeof LedgerLine>;

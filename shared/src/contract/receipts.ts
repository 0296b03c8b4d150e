import { z } from 'zod';
import { IdText, Timestamp } from './common.ts';
import { Language } from './users.ts';

/** Form of a receipt: JSON, which can be verified, or a PDF to read and print. */
export const ReceiptQuery = z.object({
  format: z.enum(['json', 'pdf']).default('json'),
  language: Language.optional(),
});

/** Public keys (Ed25519, in base64) that signed receipts of this installation, oldest first. */
export const ReceiptKeys = z.object({
  keys: z.array(
    z.object({
      public_key: z.string(),
      created_at: Timestamp,
      /** Time from which its signatures are not trusted; null for a trusted key, missing in earlier releases. */
      withdrawn_at: Timestamp.nullable().default(null),
    }),
  ),
});
export type ReceiptKeys = z.infer<typeof ReceiptKeys>;

const LineHash = z.string().regex(/^[0-9a-f]{64}$/);
export const LedgerLineQuery = z.object({ project: IdText, number: IdText, hash: LineHash });

/** A line of this installation's own ledger with its time, or the end of its deleted project. */
export const LedgerLine = z.object({ hash: LineHash, at: Timestamp });
export type LedgerLine = z.infer<typeof LedgerLine>;

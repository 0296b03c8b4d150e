import { z } from 'zod';
import { Timestamp } from './common.ts';
import { Language } from './users.ts';

/** Whether a receipt is wanted as JSON, which can be checked, or as a PDF to read and print. */
export const ReceiptQuery = z.object({
  format: z.enum(['json', 'pdf']).default('json'),
  /** Of the PDF; the browser's where it is left out. */
  language: Language.optional(),
});

/** Every public key (Ed25519, in base64) with which this installation has signed receipts, oldest first. */
export const ReceiptKeys = z.object({
  keys: z.array(z.object({ public_key: z.string(), created_at: Timestamp })),
});
export type ReceiptKeys = z.infer<typeof ReceiptKeys>;

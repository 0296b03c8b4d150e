import { z } from 'zod';
import { StoredBillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import { Currency } from '@vitrin/shared/contract/plans.ts';
import { Language } from '@vitrin/shared/contract/users.ts';
import { Timestamp } from '@vitrin/shared/contract/common.ts';

/** Seller, buyer and sums of an invoice as they were at the payment; sums in cents or kuruş. */
export const InvoiceFacts = z.object({
  /** Names the draft until an integrator numbers the invoice. */
  reference: z.string(),
  uuid: z.string(),
  language: Language,
  paid_at: Timestamp,
  plan: z.string(),
  period_start: Timestamp,
  period_end: Timestamp,
  currency: Currency,
  gross_cents: z.int(),
  net_cents: z.int(),
  vat_cents: z.int(),
  vat_percent: z.int(),
  transaction: z.string(),
  /** Gateway of the payment; absent in what was written down before providers issued invoices. */
  gateway: z.string().default(''),
  is_test: z.boolean(),
  seller: z.object({
    title: z.string(),
    address: z.string(),
    taxOffice: z.string(),
    taxNumber: z.string(),
  }),
  buyer: z.object({
    name: z.string(),
    email: z.string().nullable(),
    /** Number and address; null for a buyer who had given none, and in what was written down before there were any. */
    billing: StoredBillingDetails.omit({ name: true }).nullable().default(null),
  }),
});
export type InvoiceFacts = z.infer<typeof InvoiceFacts>;

/** An invoice as its PDF shows it: its facts, and what came back of the payment since. */
export type DrawnInvoice = InvoiceFacts & { returned: { cents: number; at: string } | null };

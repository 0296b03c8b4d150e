import { z } from 'zod';
import { StoredBillingDetails } from '@vitrin/shared/contract/buyer.ts';
import { Currency } from '@vitrin/shared/contract/plans.ts';
import { Language } from '@vitrin/shared/contract/users.ts';
import { Timestamp } from '@vitrin/shared/contract/common.ts';

/** As at the payment; sums in cents or kuruş. */
export const InvoiceFacts = z.object({
  /** Until an integrator numbers the invoice. */
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
  /** Absent in earlier rows. */
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
    /** Null for a buyer without details, and in earlier rows. */
    billing: StoredBillingDetails.omit({ name: true }).nullable().default(null),
  }),
});
export type InvoiceFacts = z.infer<typeof InvoiceFacts>;

/** With the sum that came back since. */
export type DrawnInvoice = InvoiceFacts & { returned: { cents: number; at: string } | null };

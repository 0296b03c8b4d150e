import { z } from 'zod';
import { Language } from '../users.ts';

/** Texts required for distance selling and data protection (specification 7.13), in the order shown. */
export const LEGAL_TEXT_NAMES = ['pre-information', 'contract', 'withdrawal', 'refund', 'privacy'] as const;
export const LegalTextName = z.enum(LEGAL_TEXT_NAMES);
export type LegalTextName = z.infer<typeof LegalTextName>;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const LegalText = z.object({
  name: LegalTextName,
  title: z.string(),
  version: z.string(),
  sha256: Sha256,
});
export type LegalText = z.infer<typeof LegalText>;

const Company = z.object({
  title: z.string(),
  address: z.string().nullable(),
  tax_office: z.string().nullable(),
  tax_number: z.string().nullable(),
  mersis: z.string().nullable(),
});

export const Legal = z.object({
  company: Company.nullable(),
  texts: z.array(LegalText),
  withdrawal_days: z.int(),
  looks_kept_months: z.int(),
  /** Full years for which payments of a deleted account are kept without a name; 0 for none. */
  payments_kept_years: z.int(),
  /** Full years for which an invoice keeps its buyer's name; null without invoices. */
  invoices_kept_years: z.int().nullable(),
});
export type Legal = z.infer<typeof Legal>;

export const LegalQuery = z.object({ language: Language.optional() });

/** `sha256` asks for an accepted text; without it the newest is returned. */
export const LegalTextQuery = LegalQuery.extend({ sha256: Sha256.optional() });

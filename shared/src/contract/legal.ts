import { z } from 'zod';
import { Language } from './users.ts';

/** Texts that distance selling and data protection ask for (specification 7.13), in the order in which they are shown. */
export const LEGAL_TEXT_NAMES = ['pre-information', 'contract', 'withdrawal', 'refund', 'privacy'] as const;
export const LegalTextName = z.enum(LEGAL_TEXT_NAMES);
export type LegalTextName = z.infer<typeof LegalTextName>;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const LegalText = z.object({
  name: LegalTextName,
  title: z.string(),
  version: z.string(),
  /** Hash of the text in this language, by which it is accepted. */
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

/** The company behind this installation, null where none is set, and its texts, of which there may be none. */
export const Legal = z.object({
  company: Company.nullable(),
  texts: z.array(LegalText),
  /** Days after a first payment within which it can be withdrawn from; 0: never. */
  withdrawal_days: z.int(),
  /** Months for which single looks, visits and played parts are kept. */
  looks_kept_months: z.int(),
  /** Full years for which payments are kept, without a name, after their account was deleted; 0: not at all. */
  payments_kept_years: z.int(),
  /** Full years for which an invoice keeps its buyer's name; null where none are made. */
  invoices_kept_years: z.int().nullable(),
});
export type Legal = z.infer<typeof Legal>;

export const LegalQuery = z.object({ language: Language.optional() });

/** `sha256` asks for a text as it was accepted; without it the newest one is given. */
export const LegalTextQuery = LegalQuery.extend({ sha256: Sha256.optional() });

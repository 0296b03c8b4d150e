import { z } from 'zod';
import {
  isIdentityNumber,
  isTurkishIdentityNumber,
  isTurkishTaxNumber,
} from '../../rules/money/turkish-numbers.ts';

const buyerText = (length: number) => z.string().trim().min(1).max(length);
const optionalText = (length: number) => z.string().trim().max(length);

/** Paying person or company for a gateway; passed on and never stored (specification 7.14). */
export const Buyer = z.object({
  name: buyerText(100),
  surname: buyerText(100),
  identity_number: z.string().trim().max(20).refine(isIdentityNumber, 'invalid_identity_number'),
  /** With the country code, such as +905555555555. */
  phone: z
    .string()
    .max(50)
    .transform((text) => text.replaceAll(/[\s()-]/g, ''))
    .pipe(z.string().regex(/^\+\d{8,15}$/, 'invalid_phone')),
  address: buyerText(300),
  city: buyerText(100),
  country: buyerText(100),
  zip_code: z.string().trim().max(20),
});
export type Buyer = z.infer<typeof Buyer>;

/** Buyer of future invoices (specification 7.20); a missing value is an empty text. */
export const BillingDetails = z
  .object({
    name: buyerText(200),
    /** Turkish tax number of 10 digits or identity number of 11, or empty. */
    tax_number: z
      .string()
      .max(30)
      .transform((text) => text.replaceAll(/\s/g, ''))
      .refine((text) => text === '' || isTurkishTaxNumber(text) || isTurkishIdentityNumber(text), {
        message: 'invalid_tax_number',
      }),
    tax_office: optionalText(100),
    address: buyerText(300),
    district: optionalText(100),
    city: buyerText(100),
    country: buyerText(100),
  })
  .superRefine(({ tax_number, tax_office, district }, context) => {
    const wrong = (name: string) => context.addIssue({ code: 'custom', path: [name], message: 'blank' });
    if (isTurkishTaxNumber(tax_number) && tax_office === '') wrong('tax_office');
    if (tax_number !== '' && district === '') wrong('district');
  });
export type BillingDetails = z.infer<typeof BillingDetails>;

export const StoredBillingDetails = z.object({
  name: z.string(),
  tax_number: z.string(),
  tax_office: z.string(),
  address: z.string(),
  district: z.string(),
  city: z.string(),
  country: z.string(),
});

export const OwnBillingDetails = z.object({ details: StoredBillingDetails.nullable() });
export type OwnBillingDetails = z.infer<typeof OwnBillingDetails>;

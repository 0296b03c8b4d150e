import { z } from 'zod';
import {
  isIdentityNumber,
  isTurkishIdentityNumber,
  isTurkishTaxNumber,
} from '../rules/money/turkish-numbers.ts';

const buyerText = (length: number) => z.string().trim().min(1).max(length);
const optionalText = (length: number) => z.string().trim().max(length);

/**
 * The person or company that pays, as a gateway asks for it. It is passed on and kept nowhere (specification 7.14).
 */
export const Buyer = z.object({
  name: buyerText(100),
  surname: buyerText(100),
  /** Turkish identity number, or the number of a passport. */
  identity_number: z.string().trim().max(20).refine(isIdentityNumber, 'invalid_identity_number'),
  /** With the code of the country: +905555555555. */
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

/**
 * The buyer as invoices name them from now on (specification 7.20); an empty text stands for what there is not.
 */
export const BillingDetails = z
  .object({
    /** Title of a company, or first and last name. */
    name: buyerText(200),
    /** Turkish tax number of 10 digits or identity number of 11; empty for a buyer who has or gives none. */
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

/** Billing details as they are stored. */
export const StoredBillingDetails = z.object({
  name: z.string(),
  tax_number: z.string(),
  tax_office: z.string(),
  address: z.string(),
  district: z.string(),
  city: z.string(),
  country: z.string(),
});

/** A user's own billing details; null until they were given. */
export const OwnBillingDetails = z.object({ details: StoredBillingDetails.nullable() });
export type OwnBillingDetails = z.infer<typeof OwnBillingDetails>;

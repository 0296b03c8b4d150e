import { z } from 'zod';
import { isIdentityNumber } from '../rules/money/turkish-numbers.ts';

const buyerText = (length: number) => z.string().trim().min(1).max(length);

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

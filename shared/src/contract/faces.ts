import { z } from 'zod';
import { looksLikeAddress } from '../rules/texts/address-like.ts';
import { nameText } from './common.ts';

export const MAX_DISPLAY_NAME_LENGTH = 80;
const MAX_GREETING_LENGTH = 200;
const MAX_CONTACT_LENGTH = 254;

/** Characters that turn the writing direction, so that a name could rewrite the words after it. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const unturned = (text: string) => !TURNS.test(text);

/** Display name instead of the username, which stays the login (specification 1.6). */
const DisplayName = nameText(MAX_DISPLAY_NAME_LENGTH).refine(unturned);

export const UpdateUser = z.object({ display_name: DisplayName.nullable() });
export type UpdateUser = z.infer<typeof UpdateUser>;

export const AccentColour = z
  .string()
  .max(7)
  .regex(/^#[\da-f]{6}$/i)
  .transform((colour) => colour.toLowerCase());

const Greeting = nameText(MAX_GREETING_LENGTH)
  .refine(unturned)
  .refine((text) => !looksLikeAddress(text), 'no_addresses');

const MAIL = /^[^\s@<>"']{1,64}@[^\s@<>"']{1,189}$/;
const PHONE = /^\+?[\d ().\-/]{4,39}$/;

const Contact = z
  .string()
  .trim()
  .min(1)
  .max(MAX_CONTACT_LENGTH, { abort: true })
  .refine((text) => MAIL.test(text) || (PHONE.test(text) && /\d/.test(text)), 'invalid_contact');

const Logo = z.object({
  address: z.string(),
  width: z.int(),
  height: z.int(),
});
export type Logo = z.infer<typeof Logo>;

const Accent = z.object({ light: z.string(), dark: z.string(), dark_text: z.string() });

/** Freelancer's name, logo and colour that clients see instead of the product's (specification 1.6). */
export const Face = z.object({
  name: z.string(),
  logo: Logo.nullable(),
  accent: Accent.nullable(),
  greeting: z.string().nullable(),
  contact: z.string().nullable(),
});
export type Face = z.infer<typeof Face>;

export const OwnFace = z.object({
  display_name: z.string().nullable(),
  accent: z.string().nullable(),
  greeting: z.string().nullable(),
  contact: z.string().nullable(),
  logo: Logo.nullable(),
});
export type OwnFace = z.infer<typeof OwnFace>;

/** A missing field stays as it is, null resets it. */
export const UpdateFace = z.object({
  display_name: DisplayName.nullable().optional(),
  accent: AccentColour.nullable().optional(),
  greeting: Greeting.nullable().optional(),
  contact: Contact.nullable().optional(),
});
export type UpdateFace = z.infer<typeof UpdateFace>;

/** Most bytes of a picture sent as a logo; the stored logo is far smaller. */
export const MAX_LOGO_UPLOAD_BYTES = 5 * 1024 * 1024;

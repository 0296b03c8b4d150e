import { z } from 'zod';
import { VIEW_AS_CLIENT } from '../rules/client-view.ts';
import { emailKey, MAX_EMAIL_LENGTH, MAX_USERNAME_LENGTH } from '../rules/texts/names.ts';
import { hasFiller, hasVisibleCharacter } from '../rules/texts/visible-text.ts';
import { GivenText, Id } from './common.ts';
import { Erasure } from './account/erasures.ts';
import { Face } from './faces.ts';
import { Subscription } from './plans.ts';

export const UserType = z.enum(['freelancer', 'customer']);
export type UserType = z.infer<typeof UserType>;

export const Language = z.enum(['en', 'tr']);
export type Language = z.infer<typeof Language>;

/** A user (specification 7.3). `used_storage` in GB (1024^3 bytes); 0 for a customer (specification 6.6). */
export const User = z.object({
  id: Id,
  username: z.string(),
  display_name: z.string().nullable(),
  user_type: UserType,
  /** Primary address; null for a customer who never gave one. */
  email: z.string().nullable(),
  isFreelancer: z.boolean(),
  subscription: Subscription.nullable(),
  extra_storage_gb: z.number(),
  used_storage: z.number(),
  project_count: z.int(),
  /** Face of a customer's freelancer; null if none is chosen, and for freelancers. */
  face: Face.nullable(),
  /** Null unless the account is going to be deleted (specification 3.15). */
  erasure: Erasure.nullable(),
  /** Name of the client to which a person belongs; null for other users (specification 3.22). */
  client: z.string().nullable(),
  /** Present for a freelancer who sees projects as their client does (specification 9.13). */
  view: z.literal(VIEW_AS_CLIENT).optional(),
});
export type User = z.infer<typeof User>;

/** 1 to 150 Unicode letters, digits and @ . + - _, before and after NFKC; an empty one only reports "required". */
export const Username = z
  .string()
  .trim()
  .max(MAX_USERNAME_LENGTH)
  .transform((text) => text.normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(1, { abort: true })
      .max(MAX_USERNAME_LENGTH, { abort: true })
      .regex(/^[\p{L}\p{N}\p{M}@.+\-_]*$/u, { abort: true })
      .refine(isSeenName),
  );

/** False for names with invisible letters such as Hangul fillers, which make two names look alike. */
export function isSeenName(username: string): boolean {
  return hasVisibleCharacter(username) && !hasFiller(username);
}

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address in its stored form (`emailKey`): ASCII before the @, any script in the domain. */
export const Email = z
  .string()
  .trim()
  .max(MAX_EMAIL_LENGTH)
  .transform(emailKey)
  .pipe(
    z
      .string()
      .min(1)
      .max(MAX_EMAIL_LENGTH)
      .pipe(z.email({ pattern: EMAIL })),
  );

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;

/** Most typed characters of one composed letter (NFC). */
const MOST_CHARACTERS = 4;
/** Longest password as typed, to bound the work of normalising. */
const MAX_TYPED_PASSWORD_LENGTH = MAX_PASSWORD_LENGTH * MOST_CHARACTERS;

/** A password as compared (specification 3.17); a text that is too long is not normalised. */
export function normalizedPassword(password: string): string {
  return password.length > MAX_TYPED_PASSWORD_LENGTH ? password : password.normalize('NFC');
}

/** A new password (specification 3.2). Passwords are never trimmed. */
export const Password = z
  .string()
  .transform(normalizedPassword)
  .pipe(z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH));

/** `username` to log in with, for a valid key; `face` of a customer's freelancer, null if none is chosen. */
export const EmailFromKey = z.object({
  verified: z.boolean(),
  email: z.string(),
  username: z.string(),
  face: Face.nullable(),
});
export type EmailFromKey = z.infer<typeof EmailFromKey>;

/** Address change of a user who cannot log in yet; `username` may be an address, as at login. */
export const ChangeUnverifiedEmail = z.object({
  username: z.string().trim().min(1).max(MAX_EMAIL_LENGTH),
  password: GivenText.min(1),
  email: Email,
});
export type ChangeUnverifiedEmail = z.infer<typeof ChangeUnverifiedEmail>;

export const SwitchAccount = z.object({ password: GivenText.min(1) });

export const VerifiedToken = z.object({
  token: z.string(),
  kind: z.enum(['reset', 'invitation']),
  username: z.string(),
  /** Address of a mailed invitation, which its use verifies; null for other links. */
  mailed_to: z.string().nullable(),
  freelancer: z.string().nullable(),
  /** Face of that freelancer, with an invitation only; null if none is chosen. */
  face: Face.nullable(),
  /** Work of an invited client, with an address of its picture; null without a project. */
  work: z.object({ project: z.string(), cover: z.string().nullable() }).nullable(),
  has_identities: z.boolean(),
  /**
   * Second proof of an invitation by passkey: a code mailed to `mailed_to`, or none; null if passkeys are not allowed.
   */
  passkey: z.enum(['with_code', 'alone']).nullable(),
});
export type VerifiedToken = z.infer<typeof VerifiedToken>;

/**
 * Reset by mail or by invitation (specification 3.7). `email` only with an invitation; the service checks messages
 * (specification 2.4).
 */
export const ResetPassword = z.object({
  reset_token: GivenText,
  password: GivenText,
  password_confirm: GivenText,
  email: GivenText.optional(),
  keep_identities: z.boolean().optional(),
});
export type ResetPassword = z.infer<typeof ResetPassword>;

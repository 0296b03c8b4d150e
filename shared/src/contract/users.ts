import { z } from 'zod';
import { emailKey, MAX_EMAIL_LENGTH, MAX_USERNAME_LENGTH } from '../rules/texts/names.ts';
import { hasFiller, hasVisibleCharacter } from '../rules/texts/visible-text.ts';
import { GivenText, Id } from './common.ts';
import { Subscription } from './plans.ts';

export const UserType = z.enum(['freelancer', 'customer']);
export type UserType = z.infer<typeof UserType>;

export const Language = z.enum(['en', 'tr']);
export type Language = z.infer<typeof Language>;

/** Specification 7.3, User. `used_storage` in GB (1024^3 bytes); 0 for a customer (specification 6.6). */
export const User = z.object({
  id: Id,
  username: z.string(),
  user_type: UserType,
  /** The primary address; null for a customer who never gave one. */
  email: z.string().nullable(),
  isFreelancer: z.boolean(),
  /** Null for customers. */
  subscription: Subscription.nullable(),
  extra_storage_gb: z.number(),
  used_storage: z.number(),
  project_count: z.int(),
});
export type User = z.infer<typeof User>;

/** 1 to 150 Unicode letters, digits and @ . + - _, both as it is given and after NFKC; an empty one is only blank. */
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

/** Letters that show nothing (the Hangul fillers are some) would make two names look alike. */
export function isSeenName(username: string): boolean {
  return hasVisibleCharacter(username) && !hasFiller(username);
}

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address as it is stored: see `emailKey`. The part before the @ is of ASCII, the domain of letters of any kind. */
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

/** Specification 3.2. Passwords are never trimmed. */
export const Password = z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH);

export const EmailFromKey = z.object({ verified: z.boolean(), email: z.string() });
export type EmailFromKey = z.infer<typeof EmailFromKey>;

/**
 * POST /users/change_unverified_email/, before anybody can sign in. `username` may be an address too, as at login; the
 * address is checked as everywhere.
 */
export const ChangeUnverifiedEmail = z.object({
  username: z.string().trim().min(1).max(MAX_EMAIL_LENGTH),
  password: GivenText.min(1),
  email: Email,
});
export type ChangeUnverifiedEmail = z.infer<typeof ChangeUnverifiedEmail>;

export const VerifiedToken = z.object({
  token: z.string(),
  kind: z.enum(['reset', 'invitation']),
  /** The name to log in with. */
  username: z.string(),
  /** The username of the freelancer a customer belongs to; null for freelancers. */
  freelancer: z.string().nullable(),
  /** Setting the password disconnects them unless the person keeps them. */
  has_identities: z.boolean(),
});
export type VerifiedToken = z.infer<typeof VerifiedToken>;

/**
 * Specification 3.7, POST /users/reset_password/, for a mailed reset and for an invitation. `email` only with an
 * invitation (specification 2.4). Both messages of specification 2.4 are checked by the service.
 */
export const ResetPassword = z.object({
  reset_token: GivenText,
  password: GivenText,
  password_confirm: GivenText,
  email: GivenText.optional(),
  /** Identities (Google) are disconnected unless the person keeps them. */
  keep_identities: z.boolean().optional(),
});
export type ResetPassword = z.infer<typeof ResetPassword>;

import { z } from 'zod';
import { VIEW_AS_CLIENT } from '../rules/client-view.ts';
import { emailKey, MAX_EMAIL_LENGTH, MAX_USERNAME_LENGTH } from '../rules/texts/names.ts';
import { hasFiller, hasVisibleCharacter } from '../rules/texts/visible-text.ts';
import { GivenText, Id } from './common.ts';
import { Erasure } from './erasures.ts';
import { Face } from './faces.ts';
import { Subscription } from './plans.ts';

export const UserType = z.enum(['freelancer', 'customer']);
export type UserType = z.infer<typeof UserType>;

export const Language = z.enum(['en', 'tr']);
export type Language = z.infer<typeof Language>;

/** Specification 7.3, User. `used_storage` in GB (1024^3 bytes); 0 for a customer (specification 6.6). */
export const User = z.object({
  id: Id,
  username: z.string(),
  /** Name that others see instead of the username; null where the username is shown. */
  display_name: z.string().nullable(),
  user_type: UserType,
  /** The primary address; null for a customer who never gave one. */
  email: z.string().nullable(),
  isFreelancer: z.boolean(),
  /** Null for customers. */
  subscription: Subscription.nullable(),
  extra_storage_gb: z.number(),
  used_storage: z.number(),
  project_count: z.int(),
  /** Face of a customer's freelancer; null where that freelancer has chosen none, and for freelancers. */
  face: Face.nullable(),
  /** Null unless the account is going to be deleted (specification 3.15). */
  erasure: Erasure.nullable(),
  /** The client that a person belongs to, by name; null for everybody else (specification 3.22). */
  client: z.string().nullable(),
  /** Only for a freelancer who sees own projects as their client does (specification 9.13). */
  view: z.literal(VIEW_AS_CLIENT).optional(),
});
export type User = z.infer<typeof User>;

/**
 * 1 to 150 Unicode letters, digits and @ . + - _, both as typed and after NFKC; an empty one only reports "required".
 */
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

/** False for names with letters that show nothing, such as Hangul fillers, which make two names look alike. */
export function isSeenName(username: string): boolean {
  return hasVisibleCharacter(username) && !hasFiller(username);
}

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address in its stored form, see `emailKey`. ASCII before the @; the domain may have letters of any script. */
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

/** No letter of NFC is typed as more characters than this. */
const MOST_CHARACTERS = 4;
/** Longest password as it is typed: normalising longer texts would be work for nothing. */
const MAX_TYPED_PASSWORD_LENGTH = MAX_PASSWORD_LENGTH * MOST_CHARACTERS;

/** A password as it is compared (specification 3.17); a text too long for one is not normalised. */
export function normalizedPassword(password: string): string {
  return password.length > MAX_TYPED_PASSWORD_LENGTH ? password : password.normalize('NFC');
}

/** Specification 3.2. Passwords are never trimmed. */
export const Password = z
  .string()
  .transform(normalizedPassword)
  .pipe(z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH));

/**
 * `username`: to log in with, given to holders of a key that has not expired. `face`: of the customer's
 * freelancer; null for a freelancer's own account, and where nothing was chosen.
 */
export const EmailFromKey = z.object({
  verified: z.boolean(),
  email: z.string(),
  username: z.string(),
  face: Face.nullable(),
});
export type EmailFromKey = z.infer<typeof EmailFromKey>;

/**
 * Body of POST /users/change_unverified_email/, for users who cannot log in yet. `username` may be an address, as at
 * login.
 */
export const ChangeUnverifiedEmail = z.object({
  username: z.string().trim().min(1).max(MAX_EMAIL_LENGTH),
  password: GivenText.min(1),
  email: Email,
});
export type ChangeUnverifiedEmail = z.infer<typeof ChangeUnverifiedEmail>;

/** Body of POST /users/switch_account/: the password of the other account (specification 3.3). */
export const SwitchAccount = z.object({ password: GivenText.min(1) });

export const VerifiedToken = z.object({
  token: z.string(),
  kind: z.enum(['reset', 'invitation']),
  /** The username to log in with. */
  username: z.string(),
  /** The address that an invitation was mailed to, which is verified by using it; null for every other link. */
  mailed_to: z.string().nullable(),
  /** Username of the freelancer a customer belongs to; null for freelancers. */
  freelancer: z.string().nullable(),
  /** Face of that freelancer, with an invitation only; null where they have chosen none. */
  face: Face.nullable(),
  /** Work of an invited client, with an address of its picture; null where there is no project yet. */
  work: z.object({ project: z.string(), cover: z.string().nullable() }).nullable(),
  /** True if identities will be disconnected unless the person keeps them. */
  has_identities: z.boolean(),
  /**
   * For an invitation that a passkey may use in place of a password, the way in beside it: a code mailed to `mailed_to`, or none;
   * null where no passkey may be made.
   */
  passkey: z.enum(['with_code', 'alone']).nullable(),
});
export type VerifiedToken = z.infer<typeof VerifiedToken>;

/**
 * Body of POST /users/reset_password/, for a mailed reset and for an invitation (specification 3.7). `email` only with
 * an invitation; the service checks both messages (specification 2.4).
 */
export const ResetPassword = z.object({
  reset_token: GivenText,
  password: GivenText,
  password_confirm: GivenText,
  email: GivenText.optional(),
  /** Keeps identities (Google), which are disconnected otherwise. */
  keep_identities: z.boolean().optional(),
});
export type ResetPassword = z.infer<typeof ResetPassword>;

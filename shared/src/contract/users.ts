import { z } from 'zod';
import { emailKey } from '../rules/names.ts';
import { Id } from './common.ts';
import { Subscription } from './plans.ts';

export const UserType = z.enum(['freelancer', 'customer']);
export type UserType = z.infer<typeof UserType>;

export const Language = z.enum(['en', 'tr']);
export type Language = z.infer<typeof Language>;

/** SPEC 3, User. `used_storage` in GB (1024^3 bytes); 0 for a customer (DECISIONS "used_storage"). */
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

/** DECISIONS "Usernames": 1 to 150 Unicode letters, digits and @ . + - _ after NFKC; an empty one is only blank. */
export const MAX_USERNAME_LENGTH = 150;
export const Username = z
  .string()
  .trim()
  .transform((text) => text.normalize('NFKC'))
  .pipe(
    z
      .string()
      .min(1)
      .max(MAX_USERNAME_LENGTH)
      .regex(/^[\p{L}\p{N}\p{M}@.+\-_]*$/u),
  );

/** The longest address that mail servers take (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** An address as it is stored: see `emailKey`. The part before the @ is of ASCII, the domain of letters of any kind. */
export const Email = z
  .string()
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

/** DECISIONS "Password rules". Passwords are never trimmed. */
export const Password = z.string().min(MIN_PASSWORD_LENGTH).max(MAX_PASSWORD_LENGTH);

export const EmailFromKey = z.object({ verified: z.boolean(), email: z.string() });
export type EmailFromKey = z.infer<typeof EmailFromKey>;

export const VerifiedToken = z.object({ token: z.string(), username: z.string() });
export type VerifiedToken = z.infer<typeof VerifiedToken>;

/**
 * SPEC 7, POST /users/reset_password/, for a mailed reset and for an invitation. `email` only with an
 * invitation (DECISIONS "Customer registration screen"). Both messages of SPEC 5 are checked by the service.
 */
export const ResetPassword = z.object({
  reset_token: z.string(),
  password: z.string(),
  password_confirm: z.string(),
  email: z.string().optional(),
});
export type ResetPassword = z.infer<typeof ResetPassword>;

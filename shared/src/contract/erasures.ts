import { z } from 'zod';
import { GivenText } from './common.ts';

/** Days in which the requested deletion of an account may be cancelled (specification 3.15). */
export const ERASURE_DAYS = 14;

/** That an account is going to be deleted, and when. */
export const Erasure = z.object({
  due_at: z.string(),
  /**
   * Account that asked: the user; for a customer the freelancer who is deleted with all customers; or for a person of a
   * client that client.
   */
  by: z.enum(['self', 'freelancer', 'client']),
});
export type Erasure = z.infer<typeof Erasure>;

/**
 * Body of POST /account/erasure/: the password, or for an account without one the username, typed soon after signing in.
 */
export const AskErasure = z.object({ password: GivenText.optional(), username: GivenText.optional() });
export type AskErasure = z.infer<typeof AskErasure>;

/** The account that a mailed link keeps; `due_at` is null where nothing is going to be deleted any more. */
export const KeepInfo = z.object({ username: z.string(), due_at: z.string().nullable() });
export type KeepInfo = z.infer<typeof KeepInfo>;

import { z } from 'zod';
import { GivenText } from '../common.ts';

/** Days in which the requested deletion of an account may be cancelled (specification 3.15). */
export const ERASURE_DAYS = 14;

export const Erasure = z.object({
  due_at: z.string(),
  /** Requesting account: the user, the freelancer of a deleted customer, or the client of a deleted person. */
  by: z.enum(['self', 'freelancer', 'client']),
});
export type Erasure = z.infer<typeof Erasure>;

/** Password, or username of an account without one, typed soon after signing in. */
export const AskErasure = z.object({ password: GivenText.optional(), username: GivenText.optional() });
export type AskErasure = z.infer<typeof AskErasure>;

export const KeepInfo = z.object({ username: z.string(), due_at: z.string().nullable() });
export type KeepInfo = z.infer<typeof KeepInfo>;

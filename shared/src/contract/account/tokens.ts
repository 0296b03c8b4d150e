import { z } from 'zod';
import { Id, pageOf, Timestamp } from '../common.ts';

/** Preset of a token, which includes those before it. */
export const TokenScope = z.enum(['read', 'deliver', 'manage']);
export type TokenScope = z.infer<typeof TokenScope>;

export const TOKEN_DAYS = { usual: 90, most: 365 } as const;
const MAX_TOKEN_NAME_LENGTH = 80;

export const CreateToken = z.object({
  name: z.string({ error: 'required' }).trim().min(1, 'required').max(MAX_TOKEN_NAME_LENGTH, 'too_long'),
  scope: TokenScope,
  /** The only project within reach; null or missing for all. */
  project: Id.nullish(),
  days: z.int().min(1).max(TOKEN_DAYS.most).default(TOKEN_DAYS.usual),
});
export type CreateToken = z.infer<typeof CreateToken>;

export const Token = z.object({
  id: Id,
  name: z.string(),
  scope: TokenScope,
  project: z.object({ id: Id, name: z.string() }).nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** False while the plan lacks its scope or has fewer tokens. */
  acts: z.boolean(),
});
export type Token = z.infer<typeof Token>;

export const TokenPage = pageOf(Token);

export const NewToken = Token.extend({ token: z.string() });
export type NewToken = z.infer<typeof NewToken>;

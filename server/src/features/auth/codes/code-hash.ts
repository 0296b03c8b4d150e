import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import type { AccountRow } from '../queries.ts';

const DIGITS = 6;

export function newCodes(count: number): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0'));
  return [...codes];
}

/** The request that a code's hash belongs to: in another session, or for another address, the same digits mean nothing. */
type CodeRequest = { sessionId: number; sentAt: string; email: string };

/** Returns a code's hash, which depends on the account's password: a reset or a change ends earlier codes. */
export function hashCode(
  { secretKey }: Config,
  { sessionId, sentAt, email }: CodeRequest,
  { id, password_hash }: Pick<AccountRow, 'id' | 'password_hash'>,
  code: string,
): string {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify(['login-code', sessionId, sentAt, email, id, password_hash, code]))
    .digest('base64url');
}

export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

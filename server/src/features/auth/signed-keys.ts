import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../config/config.ts';

type Purpose =
  | 'verify-email'
  | 'reset-password'
  | 'invitation'
  | 'invitation-issued'
  | 'mailed-invitation'
  | 'take-back'
  | 'unsubscribe'
  | 'keep-account';

/** Makes a key of readable numbers and an HMAC over them, purpose and `state`; it ends when the state changes. */
export function signKey({ secretKey }: Config, purpose: Purpose, numbers: number[], state: string): string {
  const head = numbers.map((number) => number.toString(36)).join('.');
  return `${head}.${authenticate(secretKey, purpose, head, state)}`;
}

/** Returns a key's ids and its time, before the signature is checked; undefined for anything but a key. */
export function readKey(key: string, count: number): number[] | undefined {
  const parts = key.split('.');
  if (parts.length !== count + 1 || !/^[\w-]{43}$/.test(parts.at(-1) ?? '')) return undefined;
  const numbers = parts.slice(0, -1).map((part) => (/^[0-9a-z]{1,7}$/.test(part) ? parseInt(part, 36) : NaN));
  const ids = numbers.slice(0, -1);
  return numbers.every(Number.isInteger) && ids.every((id) => id <= 0x7fff_ffff) ? numbers : undefined;
}

export function isKeyGenuine({ secretKey }: Config, purpose: Purpose, key: string, state: string): boolean {
  const end = key.lastIndexOf('.');
  const expected = Buffer.from(authenticate(secretKey, purpose, key.slice(0, end), state));
  const given = Buffer.from(key.slice(end + 1));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function authenticate(secretKey: string, purpose: Purpose, head: string, state: string): string {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify([purpose, head, state]))
    .digest('base64url');
}

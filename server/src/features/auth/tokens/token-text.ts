import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'vtr_';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^vtr_[0-9A-Za-z]{36}$/;

/** Makes a token of 178 random bits (30 digits of base 62), with a prefix and CRC-32 by which secret scanners find it. */
export function newToken(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return PREFIX + secret + checksumOf(PREFIX + secret);
}

/** Returns the hash under which a token is stored; undefined for a text that is no token. */
export function tokenHash(token: string): string | undefined {
  if (!SHAPE.test(token)) return undefined;
  const checksum = token.slice(-CHECKSUM_LENGTH);
  return checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === checksum ? hash('sha256', token) : undefined;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = (DIGITS[rest % DIGITS.length] ?? '') + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

import { createHmac, randomInt } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import { keyFor, open, seal } from '../sealed-secrets.ts';

type Keys = Pick<Config, 'secretKey'>;

/** Characters of recovery codes, without letters and digits that are mistaken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

/** Encrypts the secret of a second factor; it can be read for this account alone. */
export function sealSecret(keys: Keys, userId: number, secret: string): string {
  return seal(keys, 'second-factor-secret', userId, secret);
}

/** Decrypts a secret; throws after a change of SECRET_KEY, or if the text belongs to another account. */
export function openSecret(keys: Keys, userId: number, sealed: string): string {
  return open(keys, 'second-factor-secret', userId, sealed);
}

/** Makes a recovery code of 49 random bits, as `abcde-fghjk`. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** Returns the hash of a recovery code, the same with spaces, in capitals, or without its hyphen. */
export function recoveryCodeHash(keys: Keys, userId: number, typed: string): string {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHmac('sha256', keyFor(keys, 'recovery-codes'))
    .update(JSON.stringify([userId, code]))
    .digest('hex');
}

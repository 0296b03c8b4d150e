import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import type { Config } from '../../../config/config.ts';

type Keys = Pick<Config, 'secretKey'>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

/** Encrypts a secret of an account (AES-256-GCM); it can be read for this account alone. */
export function sealSecret(keys: Keys, userId: number, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys, 'second-factor-secret'), nonce);
  cipher.setAAD(Buffer.from(String(userId)));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** The secret again. Throws where SECRET_KEY is another one by now, or the text belongs to another account. */
export function openSecret(keys: Keys, userId: number, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const key = keyFor(keys, 'second-factor-secret');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(String(userId)));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** A recovery code of 49 random bits, as `abcde-fghjk`. */
export function newRecoveryCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, CODE_LENGTH / 2)}-${letters.slice(CODE_LENGTH / 2)}`;
}

/** Hash of a recovery code, the same however it was typed: with spaces, in capitals, without its hyphen. */
export function recoveryCodeHash(keys: Keys, userId: number, typed: string): string {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHmac('sha256', keyFor(keys, 'recovery-codes'))
    .update(JSON.stringify([userId, code]))
    .digest('hex');
}

function keyFor({ secretKey }: Keys, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
}

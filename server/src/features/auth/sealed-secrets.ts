import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config/config.ts';

type Keys = Pick<Config, 'secretKey'>;

/** Purpose of a secret: one that was sealed for a purpose opens for no other. */
type Purpose = 'second-factor-secret' | 'shown-recovery-codes' | 'endpoint';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret of an account (AES-256-GCM); it can be read for this account and purpose alone. */
export function seal(keys: Keys, purpose: Purpose, userId: number, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(keys, purpose), nonce);
  cipher.setAAD(Buffer.from(String(userId)));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a secret; throws after a change of SECRET_KEY, or if the text belongs to another account. */
export function open(keys: Keys, purpose: Purpose, userId: number, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyFor(keys, purpose), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(String(userId)));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Derives the key of a purpose from the installation's key. */
export function keyFor({ secretKey }: Keys, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
}

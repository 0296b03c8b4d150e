import { createHash } from 'node:crypto';
import type { ReceiptTools } from '@vitrin/shared/rules/receipts/verify-receipt.ts';

/** Crypto functions for checking receipts in tests: WebCrypto, as in browsers. */
export const receiptTools: ReceiptTools = {
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  async isSigned(text, signature, publicKey) {
    const bytes = Buffer.from(publicKey, 'base64');
    const key = await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
    return crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64'), Buffer.from(text));
  },
};

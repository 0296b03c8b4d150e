import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const PUBLIC_PREFIX = 'whpk_';
const SECRET_BYTES = 32;

/** A private key of Ed25519 and its public one, each of 32 bytes, as JWK has them (RFC 8037). */
type Ed25519Key = { d: string; x: string };

/** The receiver has `secret` and the public part of `key`. */
export type WebhookKeys = { secret: string; key: Ed25519Key };

/** New keys, of 256 random bits each. */
export function newWebhookKeys(): WebhookKeys {
  const secret = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { secret, key: { d, x } };
}

/** The public key by which receivers check what is signed with `key`, in the form of Standard Webhooks. */
export function publicKeyOf({ key }: WebhookKeys): string {
  return PUBLIC_PREFIX + Buffer.from(key.x, 'base64url').toString('base64');
}

/** Returns headers of Standard Webhooks: id, time, and HMAC-SHA-256 (v1) and Ed25519 (v1a), the newest key first. */
export function signatureHeaders(
  keys: readonly WebhookKeys[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  const signatures = keys.flatMap(({ secret, key }) => {
    const bytes = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const hmac = createHmac('sha256', bytes).update(content).digest('base64');
    const signed = sign(null, Buffer.from(content), privateKeyOf(key));
    return [`v1,${hmac}`, `v1a,${signed.toString('base64')}`];
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function privateKeyOf({ d, x }: Ed25519Key) {
  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
}

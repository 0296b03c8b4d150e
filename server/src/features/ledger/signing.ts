import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** Bytes before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

type KeyPair = { privateKey: KeyObject; publicKey: string };

const pairs = new Map<string, KeyPair>();

/** Signs a text with the installation's key, which is given as 64 hexadecimal digits; both results are in base64. */
export function signText(key: string, text: string): { signature: string; publicKey: string } {
  const { privateKey, publicKey } = pairOf(key);
  return { signature: sign(null, Buffer.from(text), privateKey).toString('base64'), publicKey };
}

export function publicKeyFor(key: string): string {
  return pairOf(key).publicKey;
}

function pairOf(key: string): KeyPair {
  const cached = pairs.get(key);
  if (cached) return cached;
  const der = Buffer.concat([PRIVATE_PREFIX, Buffer.from(key, 'hex')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicDer = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const pair = { privateKey, publicKey: publicDer.subarray(-32).toString('base64') };
  pairs.set(key, pair);
  return pair;
}

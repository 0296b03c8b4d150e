import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** An authenticator in software, as a phone has one: passkeys of ES256 with the person verified. */

type CreationOptions = {
  publicKey: { challenge: string; rp: { id?: string }; user: { id: string } };
};
type RequestOptions = { publicKey: { challenge: string; rpId?: string } };

/** Faults that a test builds into an answer. */
export type Faults = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  isUserVerified?: boolean;
  /** Counter that the answer claims; those of synchronised passkeys stay 0. */
  signCount?: number;
  type?: string;
};

export type SoftPasskey = { id: string; privateKey: KeyObject; userHandle: string; rpId: string };

/** Has the form of what `navigator.credentials.create()` gives, and answers no challenge. */
export const EMPTY_CREDENTIAL = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'AQID', attestationObject: 'AQID' },
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

/** Makes a passkey, and what `navigator.credentials.create()` gives. */
export function makePasskey(origin: string, { publicKey }: CreationOptions, faults: Faults = {}) {
  const { publicKey: key, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rpId = faults.rpId ?? publicKey.rp.id ?? new URL(origin).hostname;
  const credentialId = randomBytes(32);
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  // COSE: kty EC2, alg ES256, crv P-256, x, y.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
  const length = Buffer.from([0, credentialId.length]);
  const authData = Buffer.concat([
    headOf(rpId, WITH_CREDENTIAL, faults),
    Buffer.alloc(16),
    length,
    credentialId,
    coseKey,
  ]);
  // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3]),
    cborText('fmt'),
    cborText('none'),
    cborText('attStmt'),
    Buffer.from([0xa0]),
    cborText('authData'),
    Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
    authData,
  ]);
  const id = credentialId.toString('base64url');
  const passkey: SoftPasskey = { id, privateKey, userHandle: publicKey.user.id, rpId };
  const credential = {
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData(faults.type ?? 'webauthn.create', origin, publicKey.challenge, faults),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid'],
    },
  };
  return { passkey, credential };
}

/** Result of `navigator.credentials.get()` for a passkey. */
export function usePasskey(
  origin: string,
  { publicKey }: RequestOptions,
  passkey: SoftPasskey,
  faults: Faults = {},
) {
  const clientDataJSON = clientData(faults.type ?? 'webauthn.get', origin, publicKey.challenge, faults);
  const authenticatorData = headOf(faults.rpId ?? passkey.rpId, 0, faults);
  const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  const signature = sign('sha256', Buffer.concat([authenticatorData, clientHash]), passkey.privateKey);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: passkey.userHandle,
    },
  };
}

function headOf(rpId: string, flags: number, { isUserVerified = true, signCount = 0 }: Faults): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(signCount);
  const all = flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter]);
}

function clientData(type: string, origin: string, challenge: string, faults: Faults): string {
  const data = {
    type,
    challenge: faults.challenge ?? challenge,
    origin: faults.origin ?? origin,
    crossOrigin: false,
  };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

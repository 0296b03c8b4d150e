import { isNativeError } from 'node:util/types';
import type { Assertion, Attestation } from '@vitrin/shared/contract/account/passkeys.ts';
import type { Context } from '../../../context.ts';
import { ValidationError } from '../../../errors.ts';
import { type Holder, isGenuine } from './challenges.ts';
import type { PasskeyRow } from './passkey-queries.ts';
import type { RelyingParty } from './relying-party.ts';

/** Result of a verified answer: the challenge, and the fields of the credential to store. */
type Proven<T> = T & { challenge: string };
type NewCredential = { credential_id: string; public_key: string; sign_count: number };

/** Makes the refusal of an answer, which does not tell the reason. */
export function wrongPasskey(): ValidationError {
  return new ValidationError({ credential: 'auth.passkey.incorrect_code' });
}

/** Checks a new passkey's answer; attestation is dropped, as checking it fetches the sender's URLs. ValidationError. */
export async function verifyNew(
  context: Context,
  party: RelyingParty,
  given: Attestation,
  holders: readonly Holder[],
): Promise<Proven<NewCredential>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { isoBase64URL } = await import('@simplewebauthn/server/helpers');
  let challenge = '';
  const registration = await refuseFailures(context, async () => {
    const attestationObject = await withoutStatement(given.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        clientExtensionResults: {},
        response: { clientDataJSON: given.response.clientDataJSON, attestationObject },
      },
      expectedChallenge: (answered) => {
        challenge = answered;
        return isGenuine(context, answered, holders);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    });
    return verified ? registrationInfo : undefined;
  });
  const { id, publicKey, counter } = registration.credential;
  return {
    challenge,
    credential_id: id,
    public_key: isoBase64URL.fromBuffer(publicKey),
    sign_count: counter,
  };
}

/** Checks a use with finger, face or PIN; ValidationError on `credential`, also if the counter went back as in a copy. */
export async function verifyUse(
  context: Context,
  party: RelyingParty,
  passkey: PasskeyRow,
  given: Assertion,
  holders: readonly Holder[],
): Promise<Proven<{ sign_count: number }>> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { isoBase64URL } = await import('@simplewebauthn/server/helpers');
  let challenge = '';
  const { newCounter } = await refuseFailures(context, async () => {
    const { clientDataJSON, authenticatorData, signature } = given.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: given.id,
        rawId: given.rawId,
        type: given.type,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: (answered) => {
        challenge = answered;
        return isGenuine(context, answered, holders);
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credential_id,
        publicKey: isoBase64URL.toBuffer(passkey.public_key),
        counter: passkey.sign_count,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : undefined;
  });
  return { challenge, sign_count: newCounter };
}

/** Replaces the statement of an attestation object by `none`, so that nothing identifies the authenticator. */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

/** Turns all errors into one refusal, because the library throws for every wrong answer. */
async function refuseFailures<T>({ log }: Context, verify: () => Promise<T | undefined>): Promise<T> {
  try {
    const proven = await verify();
    if (proven !== undefined) return proven;
  } catch (error) {
    if (!isNativeError(error)) throw error;
    log.info({ reason: error.message.slice(0, 300) }, 'Passkey refused');
  }
  throw wrongPasskey();
}

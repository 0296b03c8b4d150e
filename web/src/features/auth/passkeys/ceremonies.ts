import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { Passkey } from '@vitrin/shared/contract/account/passkeys.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { api, authUrl } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { enterSession, enterStartedSession, SessionNotKeptError } from '../sign-in-api.ts';
import { OtherHostError } from './knows-passkeys.ts';

/*
 * Passkey prompts, loaded on demand. They resolve to null if the person cancels or no passkey fits, and throw
 * OtherHostError if the server's passkeys belong to another host.
 */

type RequestOptions = { data: { request_options: { publicKey: PublicKeyCredentialRequestOptionsJSON } } };
type CreationOptions = { data: { creation_options: { publicKey: PublicKeyCredentialCreationOptionsJSON } } };

type InvitationOptions = CreationOptions['data'];

const INVITATION = '/users/invitation_passkey/';
const LOGIN = authUrl('auth/webauthn/login');
const PASSKEYS = authUrl('account/authenticators/webauthn');

export { platformAuthenticatorIsAvailable as hasOwnLock };

/** Asks which passkey to log in by. */
export function pick(): Promise<AuthenticationResponseJSON | null> {
  return askFor(LOGIN);
}

/** Resolves once the user picks a passkey from the browser's suggestions in the field. */
export async function pickInField(): Promise<AuthenticationResponseJSON | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null;
  return askFor(LOGIN, true).catch((error: unknown) => {
    if (error instanceof OtherHostError) throw error;
    // The user has not asked for a passkey, so there is no message; the button shows the error when it is pressed.
    return null;
  });
}

export async function logInWith(credential: AuthenticationResponseJSON): Promise<User> {
  await sendCredential(credential);
  return enterStartedSession();
}

/** Begins a session by a passkey, and leaves what the page shows as it is. */
export async function sendCredential(credential: AuthenticationResponseJSON): Promise<void> {
  await api(LOGIN, { method: 'POST', body: { credential } });
}

/** Confirms that it is the person who is signed in. */
export async function confirmByPasskey(): Promise<true | null> {
  const url = authUrl('auth/webauthn/reauthenticate');
  const credential = await askFor(url);
  if (!credential) return null;
  await api(url, { method: 'POST', body: { credential } });
  return true;
}

/** The credential that gives the second step of a login. */
export function askForStep(): Promise<AuthenticationResponseJSON | null> {
  return askFor(authUrl('auth/webauthn/authenticate'));
}

/** Makes a passkey on this device, which the server names. Needs a recent proof. */
export async function addPasskey(): Promise<Passkey | null> {
  const { data } = await optionsFrom<CreationOptions>(PASSKEYS);
  requireHost(data.creation_options.publicKey.rp.id);
  const credential = await unlessClosed(() =>
    startRegistration({ optionsJSON: data.creation_options.publicKey }),
  );
  if (!credential) return null;
  return (await api<{ data: Passkey }>(PASSKEYS, { method: 'POST', body: { credential } })).data;
}

type Choices = { email?: string; keep_identities?: boolean };

/**
 * Makes a passkey for an invited client and signs in. `wasLost`: the lost answer may have used up the invitation, so
 * the session it began or the passkey on the device is tried.
 */
export async function registerByPasskey(
  token: string,
  choices: Choices,
  wasLost: boolean,
): Promise<User | null> {
  try {
    const { creation_options } = await optionsFrom<InvitationOptions>(INVITATION, { token });
    requireHost(creation_options.publicKey.rp.id);
    const credential = await unlessClosed(() =>
      startRegistration({ optionsJSON: creation_options.publicKey }),
    );
    if (!credential) return null;
    await api(INVITATION, { method: 'POST', body: { token, credential, ...choices } });
  } catch (error) {
    if (wasLost && error instanceof ApiError && error.status === 410) return resume();
    throw error;
  }
  return enterStartedSession();
}

async function resume(): Promise<User | null> {
  try {
    return await enterSession();
  } catch (error) {
    if (!(error instanceof SessionNotKeptError)) throw error;
  }
  const picked = await pick();
  return picked && logInWith(picked);
}

/** Ends the question that a field has open. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function askFor(url: string, useBrowserAutofill = false): Promise<AuthenticationResponseJSON | null> {
  const { data } = await optionsFrom<RequestOptions>(url);
  requireHost(data.request_options.publicKey.rpId);
  return unlessClosed(() =>
    startAuthentication({ optionsJSON: data.request_options.publicKey, useBrowserAutofill }),
  );
}

/** The server answers 404 where no passkeys are made: its own address is a number, or has no https. */
async function optionsFrom<T>(url: string, query?: { token: string }): Promise<T> {
  try {
    return await api<T>(url, query && { query });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw new OtherHostError(null);
    throw error;
  }
}

/** Browsers use a passkey at its host name alone; Vitrin makes none for a domain above its own. */
function requireHost(host: string | undefined): void {
  if (host !== undefined && host !== location.hostname) throw new OtherHostError(host);
}

/** Browsers reject with one of two names, without a reason. */
async function unlessClosed<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return null;
    throw error;
  }
}

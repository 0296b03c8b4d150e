import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { findErasureOf } from '../erasure/erasure-queries.ts';
import { type AccountRow, type AddressRow, findAccount, listAddresses } from '../queries.ts';
import { findMailedInvitation } from './mailed-invitations.ts';
import { isKeyGenuine, readKey, signKey } from '../signed-keys.ts';

const RESET_SECONDS = 24 * 3600;
const INVITATION_SECONDS = 30 * 24 * 3600;
/** Parts of an old invitation: id, time, and a signature that ends with the customer's state. */
const INVITATION_PARTS = 3;
/** Today's have an `i` in front, and behind it a signature that outlives the state, so that a used link can say so. */
const LONGEST_INVITATION = 5;
const NO_STATE = '';
/** Stands for the address when the owner of the installation hands the link over (`npm run admin -- reset-link`). */
const NO_ADDRESS = 0;

export type PasswordToken = {
  kind: 'reset' | 'invitation';
  account: AccountRow;
  addresses: AddressRow[];
  /** The address the link was mailed to, which is verified by using it. */
  address: AddressRow | undefined;
  /** The address that an invitation was mailed to, which is verified by using it; undefined for a copied link. */
  mailedTo?: string;
};

export type InvitedCustomer = {
  id: number;
  password_hash: string | null;
  verifications: number;
  has_verified_email: boolean;
};

/** Makes the token of a reset link, valid for 24 hours and ended by any login or change of the password. */
export function resetToken(
  context: Pick<Context, 'config' | 'now'>,
  account: AccountRow,
  address: AddressRow | undefined,
): string {
  const numbers = [account.id, address?.id ?? NO_ADDRESS, secondsOf(context)];
  return `r.${signKey(context.config, 'reset-password', numbers, resetState(account, address))}`;
}

/** Makes a registration token, valid 30 days, ended by its use or a verified address; null with a verified address. */
export function invitationToken(
  context: Pick<Context, 'config' | 'now'>,
  customer: InvitedCustomer,
): string | null {
  if (customer.has_verified_email) return null;
  const numbers = [customer.id, secondsOf(context)];
  const key = signKey(context.config, 'invitation', numbers, invitationState(customer));
  const issued = signKey(context.config, 'invitation-issued', numbers, signatureOf(key));
  return `i.${key}.${signatureOf(issued)}`;
}

/** Returns the rights of the token; undefined when it is forged, used or expired. Changes nothing. */
export async function findPasswordToken(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<PasswordToken | undefined> {
  const key = token.slice(2);
  if (token.startsWith('r.')) return findReset(context, key);
  if (token.startsWith('i.')) return findInvitation(context, key);
  if (token.startsWith('m.')) {
    const found = await findMailedInvitation(context, key);
    if (found?.state !== 'open') return undefined;
    const { account, addresses, mailedTo } = found;
    return { kind: 'invitation', account, addresses, address: undefined, mailedTo };
  }
  return undefined;
}

async function findReset(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  key: string,
): Promise<PasswordToken | undefined> {
  const [userId, addressId, issuedAt] = readKey(key, 3) ?? [];
  if (userId === undefined || addressId === undefined || issuedAt === undefined) return undefined;
  if (issuedAt + RESET_SECONDS <= secondsOf(context)) return undefined;
  const account = await findAccount(context.db, userId);
  if (!account) return undefined;
  const addresses = await listAddresses(context.db, userId);
  const address = addresses.find(({ id }) => id === addressId);
  if (!address && addressId !== NO_ADDRESS) return undefined;
  if (!isKeyGenuine(context.config, 'reset-password', key, resetState(account, address))) return undefined;
  return { kind: 'reset', account, addresses, address };
}

/** Returns the account of an invitation that ended early by its use or a verified address; only its holder can ask. */
export async function findUsedInvitation(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<AccountRow | undefined> {
  if (token.startsWith('m.')) {
    const found = await findMailedInvitation(context, token.slice(2));
    return found?.state === 'used' ? unlessGone(context.db, found.account) : undefined;
  }
  const parts = token.split('.', LONGEST_INVITATION + 1);
  if (parts[0] !== 'i' || parts.length !== LONGEST_INVITATION) return undefined;
  const [, id, time, signature = '', issued] = parts;
  const key = [id, time, issued].join('.');
  const [userId, issuedAt] = readKey(key, 2) ?? [];
  if (userId === undefined || issuedAt === undefined) return undefined;
  if (issuedAt + INVITATION_SECONDS <= secondsOf(context)) return undefined;
  // Links of earlier releases hold a signature of their issue that says nothing of the other one.
  const isIssued = [signature, NO_STATE].some((state) =>
    isKeyGenuine(context.config, 'invitation-issued', key, state),
  );
  if (!isIssued) return undefined;
  const isAlive = (await findPasswordToken(context, token)) !== undefined;
  const account = isAlive ? undefined : await findAccount(context.db, userId);
  return unlessGone(context.db, account);
}

/** Returns the account; undefined for a removed one, and once a deletion has begun. */
async function unlessGone(db: Database, account: AccountRow | undefined): Promise<AccountRow | undefined> {
  if (account?.removed_at !== null) return undefined;
  const erasure = await findErasureOf(db, account.id);
  return erasure === undefined || erasure.begun_at === null ? account : undefined;
}

/** Links of earlier releases carry no signature of their issue. */
async function findInvitation(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<PasswordToken | undefined> {
  const key = token.split('.', INVITATION_PARTS).join('.');
  const [userId, issuedAt] = readKey(key, 2) ?? [];
  if (userId === undefined || issuedAt === undefined) return undefined;
  if (issuedAt + INVITATION_SECONDS <= secondsOf(context)) return undefined;
  const account = await findAccount(context.db, userId);
  if (!account) return undefined;
  const addresses = await listAddresses(context.db, userId);
  const state = invitationState(account);
  if (!isKeyGenuine(context.config, 'invitation', key, state)) return undefined;
  return { kind: 'invitation', account, addresses, address: undefined };
}

function resetState({ password_hash, last_login_at }: AccountRow, address: AddressRow | undefined): string {
  return JSON.stringify([password_hash, last_login_at, address?.email, address?.verified]);
}

/** Returns the state that ends an invitation; verifications are counted, so that removing an address revives no link. */
function invitationState({
  password_hash,
  verifications,
}: Pick<InvitedCustomer, 'password_hash' | 'verifications'>): string {
  return JSON.stringify([password_hash, verifications === 0 ? [] : verifications]);
}

function signatureOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

function secondsOf({ now }: Pick<Context, 'now'>): number {
  return Math.floor(now().getTime() / 1000);
}

import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { isRegistered } from '../../users/service.ts';
import { type AccountRow, type AddressRow, findAccount, listAddresses } from '../queries.ts';
import { isKeyGenuine, readKey, signKey } from '../signed-keys.ts';

const VALID_SECONDS = 30 * 24 * 3600;

export type MailedInvitation = { user_id: number; email: string; round: number };

/** Makes a token, valid 30 days, ended by its use, a verified address, or a new round (correction, withdrawal). */
export function mailedInvitationToken(
  context: Pick<Context, 'config' | 'now'>,
  { user_id, email, round }: MailedInvitation,
): string {
  return `m.${signKey(context.config, 'mailed-invitation', [user_id, round, secondsOf(context)], email)}`;
}

type Found =
  | { state: 'open'; account: AccountRow; addresses: AddressRow[]; mailedTo: string }
  | { state: 'used'; account: AccountRow }
  | undefined;

/** Returns the invitation of a key, or that it was used; undefined when forged, expired, corrected or withdrawn. */
export async function findMailedInvitation(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  key: string,
): Promise<Found> {
  const [userId, round, issuedAt] = readKey(key, 3) ?? [];
  if (userId === undefined || round === undefined || issuedAt === undefined) return undefined;
  if (issuedAt + VALID_SECONDS <= secondsOf(context)) return undefined;
  const mailed = await findMailed(context.db, userId);
  if (!mailed || mailed.email === null || mailed.round !== round) return undefined;
  if (!isKeyGenuine(context.config, 'mailed-invitation', key, mailed.email)) return undefined;
  const account = await findAccount(context.db, userId);
  if (!account) return undefined;
  if (isRegistered(account)) return { state: 'used', account };
  const addresses = await listAddresses(context.db, userId);
  return { state: 'open', account, addresses, mailedTo: mailed.email };
}

function findMailed(db: Database, userId: number) {
  return db
    .selectFrom('invitations')
    .select(['email', 'round'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

function secondsOf({ now }: Pick<Context, 'now'>): number {
  return Math.floor(now().getTime() / 1000);
}

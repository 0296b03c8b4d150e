import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { MailRefusedError } from '../../adapters/mail/mailer.ts';
import { withoutAddresses } from '../../adapters/mail/refusal-words.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { BadRequestError, ConflictError, NotFoundError, RateLimitedError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobPayloads } from '../../jobs/kinds.ts';
import { limitRate } from '../../rate-limits/rate-limits.ts';
import { networkOf } from '../../tenants/tenant.ts';
import { countMailTo, findOpenInvitation, mailedInvitation } from '../auth/service.ts';
import { isRegistered } from '../users/service.ts';
import { invitationMail } from './invitation-mail.ts';
import { beginRound, findInvitation, noteOpened, noteRefused, noteSent } from './invitation-queries.ts';
import { findCustomer, listPeople } from './queries.ts';
import { toCustomer } from './listed-customer.ts';

/** Shared with the other calls that take the token of a link. */
const USES_OF_LINKS = { amount: 20, seconds: 60 };
/** Mails to one customer, after the first (specification 3.8). */
const MAILS_OF_CUSTOMER = { amount: 5, seconds: 24 * 3600 };

/**
 * Mails a customer the invitation, for the first time, again, or to another address, which ends links mailed to the one before.
 * Throws NotFoundError for a customer of another freelancer, ConflictError for one who has registered, RateLimitedError beyond the
 * limits.
 */
export async function mailInvitation(
  context: Context,
  user: CurrentUser,
  id: number,
  email: string,
): Promise<Customer> {
  await requireWaiting(context, user, id);
  await limitRate(context, `invitation:${id}`, MAILS_OF_CUSTOMER);
  const { allowed, retryAfterSeconds } = await countMailTo(context, user);
  if (!allowed) throw new RateLimitedError(retryAfterSeconds);
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await lockUser(tx.db, id);
    await requireWaiting(tx, user, id);
    await askForMail(tx, id, email);
    return getCustomer(tx, user, id);
  });
}

/** Enqueues the mail of an invitation; another address begins a new round. Call it with both users locked. */
export async function askForMail(
  tx: Pick<Context, 'db' | 'now'>,
  userId: number,
  email: string,
): Promise<void> {
  if ((await findInvitation(tx.db, userId))?.email !== email) await beginRound(tx.db, userId, email);
  const begun = await findInvitation(tx.db, userId);
  if (begun) await enqueue(tx, 'mail-invitation', { user_id: userId, round: begun.round });
}

/** Ends the links that were mailed; the copied one stays. Throws as mailInvitation does. */
export async function withdrawInvitation(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await lockUser(tx.db, id);
    await requireWaiting(tx, user, id);
    await beginRound(tx.db, id, null);
  });
}

/** Notes that a mailed link was opened, by a POST that programs which open links do not send; throws BadRequestError. */
export async function noteInvitationOpened(context: Context, ip: string, token: string): Promise<void> {
  await limitRate(context, `password_token:${networkOf(ip)}`, USES_OF_LINKS);
  const invited = await findOpenInvitation(context, token);
  if (!invited) throw new BadRequestError('auth.invalid_password_reset');
  await noteOpened(context.db, invited.id, timestampOf(context));
}

/** Job: mails an invitation that is still current; a permanent refusal is noted for the freelancer and not tried again. */
export async function sendInvitation(
  context: Context,
  { user_id, round }: JobPayloads['mail-invitation'],
  signal?: AbortSignal,
): Promise<void> {
  const { config, db, mailer } = context;
  const row = await findInvitation(db, user_id);
  if (!row || row.email === null || row.round !== round) return;
  if (isRegistered(row)) return;
  const { email, username, freelancer, language } = row;
  const url = new URL(mailedInvitation(context, { user_id, email, round }), config.publicUrl).href;
  const mail = invitationMail({ to: email, username, language }, freelancer, url);
  try {
    await mailer.send(mail, signal);
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    const refused = { refused_at: timestampOf(context), refusal: withoutAddresses(error.message) };
    await noteRefused(db, user_id, round, refused);
    return;
  }
  await noteSent(db, user_id, round, timestampOf(context));
}

async function getCustomer(context: Context, user: CurrentUser, id: number): Promise<Customer> {
  const row = await findCustomer(context.db, user.id, id);
  if (!row) throw new NotFoundError();
  return toCustomer(context, row, await listPeople(context.db, user.id, [id]));
}

async function requireWaiting(context: Pick<Context, 'db'>, user: CurrentUser, id: number): Promise<void> {
  const row = await findCustomer(context.db, user.id, id);
  if (!row) throw new NotFoundError();
  if (isRegistered(row)) throw new ConflictError('customers.registered');
}

import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { JobPayloads } from '../../../jobs/kinds.ts';
import { recipientsOf } from '../mails/recipients.ts';
import { type AccountRow, findAccount, listAddresses } from '../queries.ts';
import type { Origin } from '../security/events.ts';
import { signKey } from '../signed-keys.ts';
import {
  type ErasureNews,
  leavingCustomerMail,
  leavingFreelancerMail,
  ownErasureMail,
} from './erasure-mails.ts';
import { type ErasureRow, findErasure, findErasureOf, listCustomerAddresses } from './erasure-queries.ts';

const MAILS_AT_ONCE = 50;

export type ErasureNotice = { erasure: ErasureRow; news: ErasureNews; origin?: Origin | undefined };

/** Mails all verified addresses of an account, each with a link that keeps it; call it inside a transaction. */
export async function notifyOwner(
  tx: Pick<Context, 'db' | 'now' | 'config'>,
  account: AccountRow,
  { erasure, news, origin }: ErasureNotice,
): Promise<void> {
  const askedAt = Math.floor(Date.parse(erasure.asked_at) / 1000);
  const key = signKey(tx.config, 'keep-account', [account.id, askedAt], '');
  for (const recipient of recipientsOf(account, await listAddresses(tx.db, account.id))) {
    const mail = ownErasureMail(recipient, tx.config.publicUrl, {
      news,
      isFreelancer: account.user_type === 'freelancer',
      dueAt: erasure.due_at,
      at: tx.now(),
      ...(news !== 'kept' && { key }),
      ...(origin && { origin }),
    });
    await enqueue(tx, 'send-mail', mail);
  }
}

/** Job: reminds the account's owner and the other side of a deletion that was not cancelled. */
export async function remindOfErasure(
  context: Context,
  { erasure_id }: JobPayloads['remind-of-erasure'],
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const erasure = await findErasure(tx.db, erasure_id);
    const account = erasure && (await findAccount(tx.db, erasure.user_id));
    if (!account || erasure.begun_at !== null) return;
    await notifyOwner(tx, account, { erasure, news: 'soon' });
    const { user_id, due_at } = erasure;
    if (account.user_type === 'freelancer')
      await enqueue(tx, 'tell-of-erasure', { user_id, due_at, news: 'soon', after: 0 });
  });
}

/** Job: mails a freelancer's customers, or a customer's freelancer, in batches; outdated mails are dropped. */
export async function notifyOfErasure(
  context: Context,
  { user_id, due_at, news, after }: JobPayloads['tell-of-erasure'],
): Promise<void> {
  const { publicUrl } = context.config;
  await inTransaction(context, async (tx) => {
    const account = await findAccount(tx.db, user_id);
    const erasure = await findErasureOf(tx.db, user_id);
    const isStillSo = news === 'kept' ? !erasure : erasure?.due_at === due_at && erasure.begun_at === null;
    if (!account || !isStillSo) return;
    const name = account.display_name ?? account.username;
    if (account.user_type === 'customer') {
      const owner = account.owner_id === null ? undefined : await findAccount(tx.db, account.owner_id);
      const [recipient] = recipientsOf(owner, owner ? await listAddresses(tx.db, owner.id) : []);
      const mail =
        recipient && leavingCustomerMail(recipient, publicUrl, { news, customer: name, dueAt: due_at });
      if (mail) await enqueue(tx, 'send-mail', mail);
      return;
    }
    const customers = await listCustomerAddresses(tx.db, user_id, after, MAILS_AT_ONCE);
    for (const customer of customers) {
      const mail = leavingFreelancerMail(customer, publicUrl, { news, freelancer: name, dueAt: due_at });
      await enqueue(tx, 'send-mail', mail);
    }
    const last = customers.at(-1);
    if (last && customers.length === MAILS_AT_ONCE)
      await enqueue(tx, 'tell-of-erasure', { user_id, due_at, news, after: last.id });
  });
}

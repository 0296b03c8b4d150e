import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { ConflictError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { type AccountRow, findAccount } from '../queries.ts';
import { type Origin, recordEvent } from '../security/events.ts';
import { type ErasureNotice, notifyOwner } from './erasure-news.ts';
import { deleteErasure, type ErasureRow } from './erasure-queries.ts';

/** Cancels a deletion in the transaction that locked its user; throws ConflictError once its time has come. */
export async function callOff(
  tx: Pick<Context, 'db' | 'now' | 'config'>,
  erasure: ErasureRow,
  origin: Origin | undefined,
): Promise<boolean> {
  if (erasure.due_at <= timestampOf(tx)) throw new ConflictError('account.too_late');
  if (!(await deleteErasure(tx.db, erasure.id))) throw new ConflictError('account.too_late');
  const account = await findAccount(tx.db, erasure.user_id);
  if (!account) return false;
  if (origin) await recordEvent(tx, account.id, { kind: 'erasure_called_off' }, origin);
  await notifyAll(tx, account, { erasure, news: 'kept', origin });
  if (erasure.has_stopped_renewal) await enqueue(tx, 'resume-renewal', { user_id: account.id });
  return true;
}

/** Mails the user now, and the other side by a job; call it inside a transaction. */
export async function notifyAll(
  tx: Pick<Context, 'db' | 'now' | 'config'>,
  account: AccountRow,
  notice: ErasureNotice,
): Promise<void> {
  await notifyOwner(tx, account, notice);
  const { due_at } = notice.erasure;
  await enqueue(tx, 'tell-of-erasure', { user_id: account.id, due_at, news: notice.news, after: 0 });
}

import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { PageRange } from '../../database/pages.ts';
import { inTransaction } from '../../database/transaction.ts';
import { lockUser } from '../../database/locks.ts';
import { NotFoundError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { countErasures, findErasureOf, listErasures } from '../auth/erasure/erasure-queries.ts';
import { keepAccount, makeDue } from '../auth/erasure/erasures.ts';

type AdminContext = Pick<Context, 'db' | 'now' | 'log'>;

export async function listLeaving({ db }: Pick<Context, 'db'>, range: PageRange) {
  return { count: await countErasures(db), rows: await listErasures(db, range) };
}

/** Has an account deleted by the running server at once, whether that was asked for or not. */
export async function eraseNow(context: AdminContext, userId: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    await enqueue(tx, 'erase-account', { erasure_id: await makeDue(tx, userId) });
  });
  context.log.info({ user: userId, by: 'admin', at: timestampOf(context) }, 'Account is deleted');
}

/** Cancels the deletion of an account; throws NotFoundError if there is none, ConflictError once it has begun. */
export async function keepForOwner(
  context: AdminContext & Pick<Context, 'config'>,
  userId: number,
): Promise<void> {
  if (!(await findErasureOf(context.db, userId))) throw new NotFoundError('account.not_leaving');
  await keepAccount(context, userId, undefined);
}

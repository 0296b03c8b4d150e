import { type Context, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockProjectOf } from '../../database/locks.ts';
import { NotFoundError } from '../../errors.ts';
import { requireOwner } from '../projects/access.ts';
import { findVisibleFile } from './queries.ts';

/** Returns the file and locks its project; throws NotFoundError when it is not visible, ForbiddenError for the customer. */
export async function lockOwnFile(context: Pick<Context, 'db' | 'now'>, user: CurrentUser, id: number) {
  await lockProjectOf(context.db, 'files', id);
  const file = await findVisibleFile(context.db, { ...user, now: timestampOf(context) }, id);
  if (!file) throw new NotFoundError();
  return requireOwner(user, file);
}

import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockProjectOf } from '../../database/locks.ts';
import { NotFoundError } from '../../errors.ts';
import { requireOwner } from '../projects/access.ts';
import { findVisibleFile } from './queries.ts';

/** The file, with its project locked; throws NotFoundError when it is not visible, ForbiddenError for the customer. */
export async function lockOwnFile(db: Database, user: CurrentUser, id: number) {
  await lockProjectOf(db, 'files', id);
  const file = await findVisibleFile(db, user, id);
  if (!file) throw new NotFoundError();
  return requireOwner(user, file);
}

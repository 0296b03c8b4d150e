import { type Context, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { NotFoundError } from '../../errors.ts';
import type { StoredPicture } from '../pictures/row.ts';
import { findOwnPicture } from '../pictures/service.ts';
import { findVisiblePicture } from './picture-queries.ts';

/** The picture, if the user may read its text or has posted it; throws NotFoundError otherwise. */
export async function getVisiblePicture(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  id: number,
): Promise<StoredPicture> {
  const picture =
    (await findVisiblePicture(context.db, user, { id, now: timestampOf(context) })) ??
    (user.role === 'view' ? undefined : await findOwnPicture(context, user, id));
  if (!picture) throw new NotFoundError();
  return picture;
}

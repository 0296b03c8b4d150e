import type { Context } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { findInvitedCover } from '../auth/service.ts';

type StoredCover = { id: number; key: string; size: number };

/** Returns the cover of at most 960 pixels for a valid, unused invitation; throws NotFoundError otherwise. */
export async function getInvitedCover(
  context: Pick<Context, 'db' | 'config' | 'now'>,
  token: string,
): Promise<StoredCover> {
  const id = token === '' ? undefined : await findInvitedCover(context, token);
  const row =
    id === undefined
      ? undefined
      : await context.db
          .selectFrom('files')
          .select(['thumbnail_medium_key as key', 'thumbnail_medium_bytes as size'])
          .where('id', '=', id)
          .executeTakeFirst();
  if (id === undefined || !row || row.key === null || row.size === null) throw new NotFoundError();
  return { id, key: row.key, size: row.size };
}

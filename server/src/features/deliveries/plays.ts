import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockExisting, lockProjects } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { deviceKindOf } from './device-kind.ts';
import { savePlay } from './queries.ts';

type PlayedFile = { id: number; owner_id: number; project_id: number; version_id: number };

/**
 * Notes how much of a film or a sound a customer has played, in whole percent from 1 to 100; the most that was reported
 * with a kind of device is kept. The owner's own plays are none.
 */
export async function notePlay(
  context: Context,
  user: CurrentUser,
  { id: file_id, owner_id, project_id, version_id }: PlayedFile,
  { percent, userAgent }: { percent: number; userAgent: string | undefined },
): Promise<void> {
  if (user.id === owner_id) return;
  const place = { user_id: user.id, file_id, device: deviceKindOf(userAgent), project_id, version_id };
  await inTransaction(context, async (tx) => {
    await lockExisting(tx.db, 'users', [user.id]);
    await lockProjects(tx.db, [project_id]);
    await lockExisting(tx.db, 'versions', [version_id]);
    // Deleted meanwhile, and with it whatever was played of it.
    if (!(await lockExisting(tx.db, 'files', [file_id])).has(file_id)) return;
    await savePlay(tx.db, { ...place, percent, last_at: timestampOf(tx) });
  });
}

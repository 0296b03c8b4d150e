import type { MailPreview, ReadyMessage, VersionNotices } from '@vitrin/shared/contract/notices.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFoundError } from '../../errors.ts';
import {
  getReadyMessage,
  getVersionNotices,
  keepReaderOf,
  previewReminder,
  notifyClient,
} from '../notices/service.ts';
import { lockOwnVersion, requireVisibleVersion } from './access.ts';

/** Returns the notices that the client of an own version got. Throws NotFoundError for all but its freelancer. */
export async function getNoticesOf(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  id: number,
): Promise<VersionNotices> {
  await requireOwner(context, user, id);
  return getVersionNotices(context, id);
}

/** Sends the notice now instead of after the quiet time, or a reminder; throws ConflictError (notifyClient). */
export async function sendNotice(
  context: Context,
  user: CurrentUser,
  id: number,
  kind: 'version_ready' | 'version_reminder',
): Promise<VersionNotices> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await keepReaderOf(tx, 'versions', id);
    await lockOwnVersion(tx, user, id);
    await notifyClient(tx, kind, id);
    return getVersionNotices(tx, id);
  });
}

/** The reminder of an own version as its client would get it. Throws NotFoundError for everybody but its freelancer. */
export async function getReminder(context: Context, user: CurrentUser, id: number): Promise<MailPreview> {
  await requireOwner(context, user, id);
  return previewReminder(context, id);
}

/** A message about an own version to send by other means. Throws NotFoundError for everybody but its freelancer. */
export async function getMessage(context: Context, user: CurrentUser, id: number): Promise<ReadyMessage> {
  await requireOwner(context, user, id);
  return getReadyMessage(context, id);
}

/** Customers must not learn that it is recorded. */
async function requireOwner(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  id: number,
): Promise<void> {
  await requireVisibleVersion(context, user, id);
  if (!user.isFreelancer) throw new NotFoundError();
}

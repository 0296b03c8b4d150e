import { FREELANCER_NOTICES, type NoticeKind } from '@vitrin/shared/contract/notices.ts';
import { MailRefusedError } from '../../adapters/mail/mailer.ts';
import { withoutAddresses } from '../../adapters/mail/refusal-words.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { signKey } from '../auth/signed-keys.ts';
import { findVersionMail } from './date-queries.ts';
import { coverFor } from './cover.ts';
import { detailOf } from './details.ts';
import { noticeMail } from './mails.ts';
import {
  claimNotice,
  deleteNotice,
  findDue,
  findNotice,
  listClaims,
  noteDropped,
  noteRefused,
  noteSent,
  type NoticeRow,
  postponeNotice,
} from './queries.ts';
import { unsubscribeNumbers } from './choices.ts';
import { dueAfter } from './service.ts';

const FREELANCERS: ReadonlySet<NoticeKind> = new Set(FREELANCER_NOTICES);

const DAY_SECONDS = 24 * 3600;
const MINUTE_MILLISECONDS = 60_000;

/** Time within which a version's mail includes moved days. */
const GROUPED_SECONDS = 10 * 60;

/** Most notices to one person in 24 hours; what is beyond comes later. */
const MOST_A_DAY = 20;

/** Job: claims a due notice and enqueues its mail in one transaction, so that one instance does both (specification 9.14). */
export async function claim(context: Context, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const now = timestampOf(tx);
    if (await claimNotice(tx.db, id, now)) {
      const notice = await findNotice(tx.db, id, now);
      if (!notice || (await waitForVersion(tx, notice))) return;
      // A notice without a permitted reader does not count for the day; `mail` checks again, since that may change.
      if (!maySend(notice, now)) {
        await giveUp(tx, notice);
        return;
      }
      const free = await freeTime(tx, notice);
      if (free === undefined) {
        await enqueue(tx, 'mail-notice', { notice_id: id });
        return;
      }
      await postponeNotice(tx.db, id, free);
    }
    const due = await findDue(tx.db, id);
    if (due !== undefined)
      await enqueue(tx, 'claim-notice', { notice_id: id }, (Date.parse(due) - Date.parse(now)) / 1000);
  });
}

/** Returns when a person may get the next notice; undefined when that is now. */
async function freeTime(
  tx: Pick<Context, 'db' | 'now'>,
  { user_id }: NoticeRow,
): Promise<string | undefined> {
  const claims = await listClaims(tx.db, user_id, timestampIn(tx, -DAY_SECONDS));
  // The claims include that of this notice.
  const oldest = claims.at(-MOST_A_DAY - 1);
  if (oldest === undefined) return undefined;
  return new Date(Date.parse(oldest) + DAY_SECONDS * 1000).toISOString();
}

/** Job: sends a claimed notice if its reader may still see its subject; a permanent refusal is noted, not tried again. */
export async function mail(context: Context, id: number, signal?: AbortSignal): Promise<void> {
  const { config, db, mailer } = context;
  const notice = await findNotice(db, id, timestampOf(context));
  if (!notice || notice.sent_at !== null || notice.dropped_at !== null) return;
  if (await inTransaction(context, (tx) => waitForVersion(tx, notice))) return;
  const now = timestampOf(context);
  const detail = maySend(notice, now) ? await detailOf(db, notice, now) : undefined;
  if (!maySend(notice, now) || !detail) {
    await giveUp(context, notice);
    return;
  }
  const key = signKey(config, 'unsubscribe', unsubscribeNumbers(notice.user_id, notice.kind), '');
  const picture = await coverFor(context, notice);
  try {
    await mailer.send(noticeMail({ ...notice, ...detail }, config.publicUrl, key, picture), signal);
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    await noteRefused(db, id, timestampOf(context), withoutAddresses(error.message));
    return;
  }
  await noteSent(db, id, timestampOf(context));
  if (detail.moveId !== undefined && detail.moveId !== id)
    await noteSent(db, detail.moveId, timestampOf(context));
}

/** Puts a notice off where its version is not visible yet but will be: its time was set anew meanwhile. */
async function waitForVersion(tx: Pick<Context, 'db' | 'now'>, notice: NoticeRow): Promise<boolean> {
  const { id, kind } = notice;
  const now = timestampOf(tx);
  const due = kind === 'date_moved' ? await afterVersionMail(tx, notice) : readyLater(notice, now);
  if (due === undefined) return false;
  await postponeNotice(tx.db, id, due);
  await enqueue(tx, 'claim-notice', { notice_id: id }, (Date.parse(due) - Date.parse(now)) / 1000);
  return true;
}

function readyLater({ kind, ready_at }: NoticeRow, now: string): string | undefined {
  if (kind !== 'version_ready' && kind !== 'version_unopened') return undefined;
  return ready_at === null || ready_at <= now ? undefined : dueAfter(kind, ready_at, now);
}

/** Marks moved days as sent after the mail of a version, which names them when it goes within minutes. */
async function afterVersionMail(
  tx: Pick<Context, 'db' | 'now'>,
  { user_id, project_id }: NoticeRow,
): Promise<string | undefined> {
  if (project_id === null) return undefined;
  const span = { after: timestampOf(tx), before: timestampIn(tx, GROUPED_SECONDS) };
  const due = await findVersionMail(tx.db, user_id, project_id, span);
  return due === undefined ? undefined : new Date(Date.parse(due) + MINUTE_MILLISECONDS).toISOString();
}

type SendableNotice = NoticeRow & { email: string };

/** True if the notice still holds and its reader wants it, has a verified address, and may see its subject. */
function maySend(notice: NoticeRow, now: string): notice is SendableNotice {
  if (notice.email === null || notice.unwanted !== null) return false;
  const isClient = notice.customer_id !== null && notice.reader_client === notice.customer_id;
  const hasWork = Number(notice.file_count) + Number(notice.link_count) > 0;
  const isSeen = notice.ready_at !== null && notice.ready_at <= now;
  switch (notice.kind) {
    case 'version_ready':
      return isClient && hasWork && isSeen;
    case 'date_moved':
      return isClient;
    case 'milestone_completed':
      return isClient && notice.milestone_completed === true;
    case 'version_reminder':
      return isClient && hasWork && isSeen && notice.opened === 0;
    case 'version_unopened':
      return (
        hasWork && isSeen && notice.customer_id !== null && notice.opened === 0 && notice.superseded === 0
      );
    // First looks, first downloads and weekly summaries: the mail itself finds out if there is content.
    default:
      return true;
  }
}

/** Gives a notice up; a client may get it later, written anew, a freelancer once or never, except without a reader. */
async function giveUp(context: Pick<Context, 'db' | 'now'>, notice: NoticeRow): Promise<void> {
  const mayComeBack =
    notice.kind === 'version_unopened' && (notice.customer_id === null || notice.ready_at === null);
  if (!FREELANCERS.has(notice.kind) || mayComeBack) await deleteNotice(context.db, notice.id);
  else await noteDropped(context.db, notice.id, timestampOf(context));
}

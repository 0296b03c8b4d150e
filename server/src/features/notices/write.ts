import type { NoticeKind } from '@vitrin/shared/contract/notices.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import { enqueue, enqueueAll } from '../../jobs/enqueue.ts';
import { insertNotices, moveNotice, type NewNotice } from './queries.ts';

type Tx = Pick<Context, 'db' | 'now'>;

export function aboutVersion(
  tx: Tx,
  kind: NoticeKind,
  user_id: number,
  { project_id, version_id }: { project_id: number; version_id: number },
  seconds: number,
): NewNotice {
  return {
    kind,
    user_id,
    subject_id: version_id,
    project_id,
    version_id,
    milestone_id: null,
    due_at: timestampIn(tx, seconds),
    created_at: timestampOf(tx),
  };
}

/** Writes a notice with its job, or moves a waiting one; an earlier time gets another job, and a sent notice stays. */
export async function writeNotice(tx: Tx, notice: NewNotice, { isEarlier = false } = {}): Promise<void> {
  const id = await moveNotice(tx.db, notice);
  if (id === undefined) await writeNewNotices(tx, [notice]);
  else if (isEarlier) await enqueue(tx, 'claim-notice', { notice_id: id }, secondsUntil(tx, notice.due_at));
}

/** Writes the notices that are new, each with its job, in a fixed order, so that instances never deadlock. */
export async function writeNewNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  const each = new Map(notices.map((notice) => [`${notice.user_id} ${notice.subject_id}`, notice]));
  const inOrder = [...each.values()].toSorted((a, b) => a.user_id - b.user_id || a.subject_id - b.subject_id);
  if (inOrder.length === 0) return;
  const jobs = (await insertNotices(tx.db, inOrder)).map(({ id, due_at }) => ({
    payload: { notice_id: id },
    delaySeconds: secondsUntil(tx, due_at),
  }));
  await enqueueAll(tx, 'claim-notice', jobs);
}

function secondsUntil({ now }: Pick<Context, 'now'>, time: string): number {
  return Math.max(0, (Date.parse(time) - now().getTime()) / 1000);
}

import { dayNumber } from '@vitrin/shared/rules/days.ts';
import { DEFAULT_ZONE, timeOn } from '@vitrin/shared/rules/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { findProjectPeople, keepProjectReader, reopenNotice } from './date-queries.ts';
import { listTimeZones, type NewNotice } from './queries.ts';
import { listReaders } from './reader-queries.ts';
import { tell, tellOnce } from './write.ts';

type Tx = Pick<Context, 'db' | 'now'>;

/** Days that are moved one after the other are told in one mail, once none was moved for so long. */
const QUIET_SECONDS = 5 * 60;

/** Hour at which a freelancer is reminded, in the own time zone, on the day before. */
const REMINDER_HOUR = 8;

/**
 * To be called before a project is locked, in transactions that tell of its days below: those who will be told cannot be
 * deleted meanwhile.
 */
export async function keepReaderOfProject({ db }: Pick<Context, 'db'>, projectId: number): Promise<void> {
  await keepProjectReader(db, projectId);
}

/**
 * Schedules the mails for changed days: a reminder for the freelancer on the morning before each day, once, and a mail to
 * the client's accounts about a day that was moved or withdrawn (specification 9.14).
 */
export async function tellOfDays(
  tx: Tx,
  projectId: number,
  { before, after }: { before: string | null; after: readonly string[] },
): Promise<void> {
  const people = await findProjectPeople(tx.db, projectId);
  if (!people) return;
  await remindOf(tx, people.owner_id, after);
  if (before === null || after.includes(before) || people.customer_id === null) return;
  for (const user_id of await listReaders(tx.db, people.customer_id)) {
    const notice: NewNotice = {
      kind: 'date_moved',
      user_id,
      subject_id: projectId,
      project_id: projectId,
      version_id: null,
      milestone_id: null,
      due_at: timestampIn(tx, QUIET_SECONDS),
      created_at: timestampOf(tx),
    };
    const id = await reopenNotice(tx.db, notice);
    if (id === undefined) await tell(tx, notice);
    else await enqueue(tx, 'claim-notice', { notice_id: id }, QUIET_SECONDS);
  }
}

/** Has a freelancer reminded of days: one mail for each day, whatever is due on it. */
async function remindOf(tx: Tx, ownerId: number, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  const [owner] = await listTimeZones(tx.db, [ownerId]);
  const now = timestampOf(tx);
  const notices = days.map((day): NewNotice => ({
    kind: 'due_tomorrow',
    user_id: ownerId,
    subject_id: dayNumber(day),
    project_id: null,
    version_id: null,
    milestone_id: null,
    due_at: timeOn(owner?.time_zone ?? DEFAULT_ZONE, dayNumber(day) - 1, REMINDER_HOUR).toISOString(),
    created_at: now,
  }));
  // A freelancer who promises something for tomorrow after that hour knows it.
  await tellOnce(
    tx,
    notices.filter(({ due_at }) => due_at > now),
  );
}

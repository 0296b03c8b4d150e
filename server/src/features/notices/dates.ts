import { dayNumber } from '@vitrin/shared/rules/time/days.ts';
import { DEFAULT_ZONE, timeOn } from '@vitrin/shared/rules/time/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { findProjectPeople, keepProjectReader, listWaitingReminders, reopenNotice } from './date-queries.ts';
import { listTimeZones, type NewNotice } from './queries.ts';
import { listReaders } from './reader-queries.ts';
import { writeNotice, writeNewNotices } from './write.ts';

type Tx = Pick<Context, 'db' | 'now'>;

/** Time without another move after which days that moved in a row go in one mail. */
const QUIET_SECONDS = 5 * 60;

/** Hour at which a freelancer is reminded, in the own time zone, on the day before. */
const REMINDER_HOUR = 8;

/** Reminders that a change of time zone moves at most, the next ones: one for each day of more than a year. */
const MOST_MOVED = 400;

/** Keeps the readers of a project's notices; by the order of locks, call it before the project is locked. */
export async function keepReaderOfProject({ db }: Pick<Context, 'db'>, projectId: number): Promise<void> {
  await keepProjectReader(db, projectId);
}

/** Schedules a reminder on the morning before a day, and a mail about moved or withdrawn days (specification 9.14). */
export async function notifyOfDays(
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
    if (id === undefined) await writeNotice(tx, notice);
    else await enqueue(tx, 'claim-notice', { notice_id: id }, QUIET_SECONDS);
  }
}

/** Schedules a freelancer's reminders, one mail for each day. */
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
    due_at: reminderTime(owner?.time_zone ?? DEFAULT_ZONE, dayNumber(day)),
    created_at: now,
  }));
  // A freelancer who promises something for tomorrow after that hour knows it.
  await writeNewNotices(
    tx,
    notices.filter(({ due_at }) => due_at > now),
  );
}

/** Job: moves a freelancer's waiting reminders to the morning of a new time zone. */
export async function moveReminders(context: Context, ownerId: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const [owner] = await listTimeZones(tx.db, [ownerId]);
    for (const reminder of await listWaitingReminders(tx.db, ownerId, MOST_MOVED)) {
      const due_at = reminderTime(owner?.time_zone ?? DEFAULT_ZONE, reminder.subject_id);
      if (due_at !== reminder.due_at)
        await writeNotice(tx, { ...reminder, due_at }, { isEarlier: due_at < reminder.due_at });
    }
  });
}

function reminderTime(zone: string, day: number): string {
  return timeOn(zone, day - 1, REMINDER_HOUR).toISOString();
}

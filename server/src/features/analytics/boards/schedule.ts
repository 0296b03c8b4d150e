import type { MailRhythm } from '@vitrin/shared/contract/figures/boards.ts';
import { dayNumber, dayOf } from '@vitrin/shared/rules/time/days.ts';
import { dayIn, mondayOf, timeOn, weekIn } from '@vitrin/shared/rules/time/time-zones.ts';
import { type Context, timestampOf } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { saveChoice } from '../../notices/choices.ts';
import { timeZoneOf } from '../../users/service.ts';
import { type BoardRow, updateBoardRow } from './board-queries.ts';

type Clocked = Pick<Context, 'db' | 'now'>;

/** Hour of the freelancer's day at which boards are mailed. */
const MAIL_HOUR = 8;

const MONTH_DAYS = 31;

/** Returns the next Monday, or first day of a month, after `now`, at MAIL_HOUR in a zone. */
export function nextMail(zone: string, rhythm: MailRhythm, now: Date): string {
  const times =
    rhythm === 'weekly'
      ? [0, 1].map((weeks) => mondayOf(zone, weekIn(zone, now) + weeks, MAIL_HOUR))
      : [0, MONTH_DAYS].map((days) => {
          const first = `${dayOf(dayNumber(firstOfMonth(zone, now)) + days).slice(0, 7)}-01`;
          return timeOn(zone, dayNumber(first), MAIL_HOUR);
        });
  return (times.find((time) => time > now) ?? now).toISOString();
}

function firstOfMonth(zone: string, now: Date): string {
  return `${dayOf(dayIn(zone, now)).slice(0, 7)}-01`;
}

/** Sets when a board is mailed; any rhythm, even the same, turns such mails on again. Call it with the user locked. */
export async function scheduleMail(
  tx: Clocked,
  board: Pick<BoardRow, 'id' | 'owner_id' | 'mail'>,
  mail: MailRhythm | null,
): Promise<void> {
  const { id, owner_id } = board;
  if (mail !== null) await saveChoice(tx, owner_id, 'board', true);
  if (mail === board.mail) return;
  const due = mail && nextMail(await timeZoneOf(tx.db, owner_id), mail, tx.now());
  await updateBoardRow(tx.db, id, { mail, mail_due_at: due });
  if (due !== null) await enqueueClaim(tx, id, due);
}

export async function enqueueClaim(tx: Clocked, board_id: number, due_at: string): Promise<void> {
  const seconds = (Date.parse(due_at) - Date.parse(timestampOf(tx))) / 1000;
  await enqueue(tx, 'claim-board-mail', { board_id, due_at }, Math.max(0, seconds));
}

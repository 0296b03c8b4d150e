import type { Language } from '@vitrin/shared/contract/users.ts';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import type { LedgerFact, PromiseFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import type { MailPart } from '../../adapters/mail/mail-template.ts';
import type { Database } from '../../database/connect.ts';
import { dayInWords } from '../../i18n/day-in-words.ts';
import { findWaitingMove, listDueOn, listMoveLines, listPromisedNow } from './date-queries.ts';

const MOST_NAMED = 20;

type ReadyFact = Extract<LedgerFact, { kind: 'version_ready' }>;

type Reader = { user_id: number; language: Language };

/** Lists the promises that are due on a reminder's day; undefined if none is left. */
export async function dueTomorrow(
  db: Database,
  { user_id, subject_id }: Reader & { subject_id: number },
  now: string,
): Promise<{ lines: MailPart[] } | undefined> {
  const due = await listDueOn(db, user_id, dayOf(subject_id), now, MOST_NAMED);
  if (due.length === 0) return undefined;
  const lines = due.map(({ project, milestone }): MailPart =>
    milestone === null
      ? { key: 'mails.due_tomorrow.version', params: { project } }
      : { key: 'mails.due_tomorrow.milestone', params: { project, milestone } },
  );
  return { lines };
}

/** Lists a project's days that moved since its reader's last mail and are not kept; empty if there are none. */
export async function movedDays(
  db: Database,
  { user_id, language, project_id }: Reader & { project_id: number | null },
  now: string,
): Promise<{ moveId: number | undefined; lines: MailPart[] }> {
  const waiting = project_id === null ? undefined : await findWaitingMove(db, user_id, project_id);
  if (!waiting || project_id === null) return { moveId: undefined, lines: [] };
  const current = await listPromisedNow(db, project_id, now);
  const first = new Map<number, { before: string; milestone: string | undefined }>();
  for (const line of await listMoveLines(db, project_id)) {
    const entry = JSON.parse(line) as (PromiseFact | ReadyFact) & { at: string };
    // The version came that was promised: its day is no news any more.
    if (entry.kind === 'version_ready') first.delete(0);
    if (entry.kind === 'version_ready' || entry.kind === 'promised' || entry.at < waiting.created_at)
      continue;
    const { milestone_id = 0, milestone, ...fact } = entry;
    first.set(milestone_id, { before: first.get(milestone_id)?.before ?? fact.before, milestone });
  }
  const lines = [...first].flatMap(([id, { before, milestone }]): MailPart[] => {
    const { day, isKept } = current.get(id) ?? { day: null, isKept: false };
    if (day === before || isKept) return [];
    const key =
      `mails.date_moved.${milestone === undefined ? 'version' : 'milestone'}${day === null ? '_withdrawn' : ''}` as const;
    const params = {
      milestone: milestone ?? '',
      day: day === null ? '' : dayInWords(language, day),
      before: dayInWords(language, before),
    };
    return [{ key, params }];
  });
  return { moveId: waiting.id, lines: lines.slice(0, MOST_NAMED) };
}

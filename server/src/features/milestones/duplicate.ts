import { MAX_NAME_LENGTH } from '@vitrin/shared/contract/common.ts';
import type { CopiedMilestones, CopyMilestones } from '@vitrin/shared/contract/milestones.ts';
import type { ProjectCopy } from '@vitrin/shared/contract/projects.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { dayIn } from '@vitrin/shared/rules/time/time-zones.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CountExceededError } from '../../errors.ts';
import { translate } from '../../i18n/messages.ts';
import { withoutPictures } from '../../rich-text/sanitize.ts';
import { beforePromise, noteNewPromises } from '../ledger/promises.ts';
import { notifyOfDays } from '../notices/dates.ts';
import { announce } from '../programs/service.ts';
import { lockOwnProject, requireOwnProject } from '../projects/access.ts';
import { addCopiedProject, getTemplate } from '../projects/service.ts';
import { saveMilestones } from '../projects/sums.ts';
import { timeZoneOf } from '../users/service.ts';
import { insertMilestones, listPromisedAfter } from './queries.ts';
import type { MilestoneRow } from './row.ts';
import { readMilestoneRows } from './rows.ts';

/**
 * Begins a project from another one: its name as a copy, its description, and its milestones in their order with none
 * completed; no pictures, versions, files, customer or history. Throws NotFoundError and ForbiddenError as a change of
 * the original does, QuotaExceededError at the plan's limit, which is checked in the same transaction.
 */
export async function duplicateProject(
  context: Context,
  user: CurrentUser,
  id: number,
  language: Language,
): Promise<ProjectCopy> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOwnProject(tx.db, user, id);
    const { name, description, expected_on, ...original } = await getTemplate(tx, id);
    const days = await daysBetween(tx, user, original.created_at, timestampOf(tx));
    const copied = { name: nameOfCopy(name, language), description, expectedOn: shifted(expected_on, days) };
    const copy = await addCopiedProject(tx, user, copied);
    const project = await requireOwnProject(tx.db, user, copy);
    const milestones = await readMilestoneRows(tx.db, id);
    await copyMilestoneRows(tx.db, milestones, { projectId: copy, after: 0, now: timestampOf(tx), days });
    if (copied.expectedOn !== null || hasDays(milestones)) await beforePromise(tx, copy);
    await notifyOfDays(tx, copy, {
      before: null,
      after: daysOf([copied.expectedOn, ...milestones.map(({ due_on }) => shifted(due_on, days))]),
    });
    await saveMilestones(tx, copy, project, { total: milestones.length, completed: 0 });
    await announce(tx, [{ type: 'project.created', owner_id: user.id, project_id: copy }]);
    return { id: copy };
  });
}

/**
 * Copies the milestones of one own project to the end of another, in their order, with none completed and without the
 * pictures of their descriptions (specification 5.14). Throws NotFoundError and ForbiddenError for either project,
 * CountExceededError and StorageExceededError when the project or the plan holds no more; then none is added.
 */
export async function copyMilestones(
  context: Context,
  user: CurrentUser,
  id: number,
  { project: source }: CopyMilestones,
): Promise<CopiedMilestones> {
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOwnProject(tx.db, user, source);
    const project = await lockOwnProject(tx.db, user, id);
    const milestones = await readMilestoneRows(tx.db, source);
    const added = milestones.length;
    if (added === 0) return { added };
    const max = MAX_COUNTS.milestones;
    if (project.milestones_total + added > max)
      throw new CountExceededError('milestones.too_many_together', { max });
    const now = timestampOf(tx);
    const { created_at: begun } = await getTemplate(tx, source);
    const days = await daysBetween(tx, user, begun, (await getTemplate(tx, id)).created_at);
    if (hasDays(milestones)) await beforePromise(tx, id);
    await copyMilestoneRows(tx.db, milestones, { projectId: id, after: project.milestones_total, now, days });
    if (hasDays(milestones))
      await noteNewPromises(tx, id, await listPromisedAfter(tx.db, id, project.milestones_total));
    await notifyOfDays(tx, id, {
      before: null,
      after: daysOf(milestones.map(({ due_on }) => shifted(due_on, days))),
    });
    await saveMilestones(tx, id, project, { total: added, completed: 0 });
    return { added };
  });
}

/** Inserts milestones behind place `after`; their pictures stay with the text that they belong to. */
async function copyMilestoneRows(
  db: Database,
  milestones: readonly MilestoneRow[],
  { projectId, after, now, days }: { projectId: number; after: number; now: string; days: number },
): Promise<void> {
  await insertMilestones(
    db,
    milestones.map(({ name, description, due_on }, index) => ({
      project_id: projectId,
      name,
      description: withoutPictures(description),
      completed: false,
      position: after + index + 1,
      due_on: shifted(due_on, days),
      created_at: now,
      edited_at: now,
    })),
  );
}

/** Returns the days between two projects' beginnings in the freelancer's calendar; promised days move by them (specification 5.13). */
async function daysBetween(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  from: string,
  to: string,
): Promise<number> {
  const zone = await timeZoneOf(db, user.id);
  return dayIn(zone, new Date(to)) - dayIn(zone, new Date(from));
}

const daysOf = (days: readonly (string | null)[]) => days.filter((day) => day !== null);

const hasDays = (milestones: readonly MilestoneRow[]) => milestones.some(({ due_on }) => due_on !== null);

const shifted = (day: string | null, days: number) => (day === null ? null : shiftedDay(day, days));

/** Returns the name of a copy; the end of a long name gives way to the words that tell the two apart. */
function nameOfCopy(name: string, language: Language): string {
  const room = MAX_NAME_LENGTH - translate(language, 'projects.copy_of', { name: '' }).length;
  // By letters, so that none is cut in half.
  let short = '';
  for (const letter of name) {
    if (short.length + letter.length > room) break;
    short += letter;
  }
  return translate(language, 'projects.copy_of', { name: short.trimEnd() });
}

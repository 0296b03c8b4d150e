import type { CreateMilestone, Milestone, UpdateMilestone } from '@vitrin/shared/contract/milestones.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockExisting, lockProjectOf, lockUser } from '../../database/locks.ts';
import { isOnePage, type PageRange } from '../../database/pages.ts';
import { inSnapshot } from '../../database/snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError, CountExceededError, NotFoundError } from '../../errors.ts';
import { enqueueObjectDeletion } from '../../jobs/enqueue.ts';
import { beforePromise, noteDelivery, notePromise, noteReopening } from '../ledger/promises.ts';
import { notifyOfDays } from '../notices/dates.ts';
import { keepReaderOf, notifyOfMilestone } from '../notices/service.ts';
import type { PreparedText, TextParent } from '../pictures/row.ts';
import { listPictureKeys } from '../pictures/rows.ts';
import { claimPictures, writeText } from '../pictures/service.ts';
import { announce } from '../programs/service.ts';
import {
  lockOwnProject,
  requireOwner,
  requireOwnProject,
  requireVisibleProject,
  type PartsScope,
} from '../projects/access.ts';
import { recountTextBytes, saveMilestones } from '../projects/sums.ts';
import { toMilestone } from './row.ts';
import { readMilestoneTexts } from './rows.ts';
import { changesOf, isBehind, isEmpty, nextEditedAt } from '../../database/editing.ts';
import {
  countMilestones,
  countMilestonesSince,
  deleteMilestone as deleteMilestoneRow,
  findMilestone,
  insertMilestone,
  listMilestoneKeys,
  listMilestones,
  shiftMilestones,
  updateMilestone as updateMilestoneRow,
  replaceText,
} from './queries.ts';

/** The milestones of one project. Throws NotFoundError when the user may not see it. */
export async function getMilestones(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  projectId: number,
  since?: string,
): Promise<Milestone[]> {
  await requireVisibleProject(db, user, projectId);
  return readMilestones(db, user, { projectId, since });
}

export async function getAllMilestones(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  range: PageRange,
  since?: string,
): Promise<{ count: number; results: Milestone[] }> {
  const [count, results] = await Promise.all([
    since === undefined ? countMilestones(db, user) : countMilestonesSince(db, user, since),
    readMilestones(db, user, { range, since }),
  ]);
  return { count, results };
}

/** Reads milestones by one statement, or by pages when there is much text. */
async function readMilestones(db: Database, user: CurrentUser, scope: PartsScope): Promise<Milestone[]> {
  if (isOnePage(await listMilestoneKeys(db, user, scope)))
    return (await listMilestones(db, user, scope)).map(toMilestone);
  return inSnapshot({ db }, async (snapshot) => {
    const keys = await listMilestoneKeys(snapshot, user, scope);
    return (await readMilestoneTexts(snapshot, keys)).map(toMilestone);
  });
}

/** Adds a milestone at `order`, shifting later ones, or at the end; CountExceededError when the project is full. */
export async function createMilestone(
  context: Context,
  user: CurrentUser,
  input: CreateMilestone,
): Promise<Milestone> {
  // A text is sanitised, and its pictures stored, only for a user who may write it. The transaction checks again.
  if (input.description !== '') await requireOwnProject(context.db, user, input.project);
  const write = (text: PreparedText) =>
    inTransaction(context, async (tx) => insertLocked(tx, user, input, text));
  return writeText(context, user, input.description, undefined, write);
}

async function insertLocked(
  tx: Context,
  user: CurrentUser,
  { project: projectId, name, completed, order, due_on = null }: CreateMilestone,
  text: PreparedText,
): Promise<Milestone> {
  await lockUser(tx.db, user.id);
  const project = await lockOwnProject(tx.db, user, projectId);
  if (due_on !== null) await beforePromise(tx, project.id);
  const position = await makeRoom(tx.db, project, order);
  const row = await insertMilestone(tx.db, {
    project_id: project.id,
    name,
    description: text.html,
    completed,
    position,
    due_on,
    now: timestampOf(tx),
  });
  if (!completed && due_on !== null) {
    await notePromise(tx, project.id, row, { before: null, after: due_on });
    await notifyOfDays(tx, project.id, { before: null, after: [due_on] });
  }
  await saveMilestones(tx, project.id, project, { total: 1, completed: completed ? 1 : 0 });
  if (text.pictures.length > 0) await claimPictures(tx, user.id, text, parentOf(row));
  if (completed) await announceCompletion(tx, user, row);
  return toMilestone(row);
}

async function makeRoom(
  db: Database,
  { id, milestones_total: total }: { id: number; milestones_total: number },
  order = total + 1,
): Promise<number> {
  const max = MAX_COUNTS.milestones;
  if (total >= max) throw new CountExceededError('milestones.too_many', { max });
  const position = Math.min(order, total + 1);
  if (position <= total) await shiftMilestones(db, id, { from: position, to: total, steps: 1 });
  return position;
}

/**
 * Changes the given fields: `order` keeps `edited_at`, and a save without a difference moves no date. Throws
 * ConflictError with the current object for an outdated `edited_at`.
 */
export async function updateMilestone(
  context: Context,
  user: CurrentUser,
  id: number,
  input: UpdateMilestone,
): Promise<Milestone> {
  const write = (text?: PreparedText) =>
    inTransaction(context, async (tx) => {
      const row = await lockForUpdate(tx, user, id, { ...input, hasText: text !== undefined });
      const updated = await saveChanges(tx, row, input, text);
      if (updated !== row) await follow(tx, user, { before: row, after: updated }, text);
      return toMilestone(updated);
    });
  if (input.description === undefined) return write();
  const scope = parentOf(await requireOwnMilestone(context.db, user, id));
  return writeText(context, user, input.description, scope, write);
}

/** The milestone to be changed, under the locks that its changes need. Throws ConflictError for an outdated form. */
async function lockForUpdate(
  tx: Context,
  user: CurrentUser,
  id: number,
  { name, completed, due_on, edited_at, hasText }: UpdateMilestone & { hasText: boolean },
): Promise<FoundMilestone> {
  const isAboutPromise = completed !== undefined || due_on !== undefined;
  if (name !== undefined || hasText) await lockUser(tx.db, user.id);
  else if (isAboutPromise) await lockExisting(tx.db, 'users', [user.id]);
  if (isAboutPromise) await keepReaderOf(tx, 'milestones', id);
  const row = await lockOwnMilestone(tx.db, user, id);
  if (isBehind(edited_at, row.edited_at))
    throw new ConflictError('errors.changed_meanwhile', { current: toMilestone(row) });
  return row;
}

/** Moves a milestone and saves what differs; returns `row` itself where nothing does. */
async function saveChanges(
  tx: Context,
  row: FoundMilestone,
  { name, completed, order, due_on }: UpdateMilestone,
  text: PreparedText | undefined,
): Promise<FoundMilestone | ChangedMilestone> {
  const edits = changesOf(row, { name, description: text?.html, completed, due_on });
  const position = await move(tx.db, row, order);
  if (isEmpty(edits) && position === row.position) return row;
  if (edits.due_on !== undefined || (edits.completed !== undefined && row.due_on !== null))
    await beforePromise(tx, row.project_id);
  return updateMilestoneRow(tx.db, row.id, {
    ...edits,
    ...(edits.completed !== undefined && { completed_at: edits.completed ? timestampOf(tx) : null }),
    position,
    edited_at: isEmpty(edits) ? row.edited_at : nextEditedAt(tx, row.edited_at),
  });
}

async function follow(
  tx: Context,
  user: CurrentUser,
  { before, after }: { before: FoundMilestone; after: ChangedMilestone },
  text: PreparedText | undefined,
): Promise<void> {
  const change = Number(after.completed) - Number(before.completed);
  await saveMilestones(tx, before.project_id, before, { total: 0, completed: change });
  await noteChange(tx, before, after);
  if (change > 0) await notifyOfMilestone(tx, before.id);
  if (text && text.html !== before.description) await claimPictures(tx, user.id, text, parentOf(before));
  if (change > 0) await announceCompletion(tx, user, before);
}

function announceCompletion(
  tx: Context,
  user: CurrentUser,
  { id, project_id }: { id: number; project_id: number },
): Promise<void> {
  return announce(tx, [{ type: 'milestone.completed', owner_id: user.id, project_id, milestone_id: id }]);
}

/** Notes what became of the promise of a milestone. One that is completed is promised no more, nor moved. */
async function noteChange(tx: Context, before: FoundMilestone, after: ChangedMilestone): Promise<void> {
  const { project_id } = before;
  if (before.completed && after.completed) return;
  const promised = before.completed ? await noteReopening(tx, project_id, after) : before.due_on;
  if (!before.completed) await notePromise(tx, project_id, after, { before: promised, after: after.due_on });
  const days = after.due_on === null ? [] : [after.due_on];
  if (after.completed) {
    if (days.length > 0) await noteDelivery(tx, project_id, after);
  } else if (before.completed || promised !== after.due_on) {
    await notifyOfDays(tx, project_id, { before: promised, after: days });
  }
}

/** Deletes a milestone and closes the gap in the order. */
export async function deleteMilestone(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    await keepReaderOf(tx, 'milestones', id);
    const row = await lockOwnMilestone(tx.db, user, id);
    if (row.due_on !== null && !row.completed) {
      await beforePromise(tx, row.project_id);
      await notePromise(tx, row.project_id, row, { before: row.due_on, after: null });
      await notifyOfDays(tx, row.project_id, { before: row.due_on, after: [] });
    }
    const keys = await listPictureKeys(tx.db, 'milestone_id', id);
    await deleteMilestoneRow(tx.db, id);
    await enqueueObjectDeletion(tx, keys);
    const later = { from: row.position + 1, to: row.milestones_total, steps: -1 } as const;
    await shiftMilestones(tx.db, row.project_id, later);
    const change = { total: -1, completed: row.completed ? -1 : 0 };
    await saveMilestones(tx, row.project_id, row, change);
  });
}

/** Replaces a milestone's text without its date, and counts its bytes anew; false when it was changed meanwhile. */
export async function replaceMilestoneText(
  db: Database,
  { id, project_id }: { id: number; project_id: number },
  before: string,
  after: string,
): Promise<boolean> {
  const isReplaced = await replaceText(db, id, before, after);
  if (isReplaced) await recountTextBytes(db, project_id);
  return isReplaced;
}

function parentOf({ id, project_id }: { id: number; project_id: number }): TextParent {
  return { project_id, milestone_id: id, version_id: null };
}

type FoundMilestone = NonNullable<Awaited<ReturnType<typeof findMilestone>>>;
type ChangedMilestone = Awaited<ReturnType<typeof updateMilestoneRow>>;

async function lockOwnMilestone(db: Database, user: CurrentUser, id: number): Promise<FoundMilestone> {
  await lockProjectOf(db, 'milestones', id);
  return requireOwnMilestone(db, user, id);
}

async function requireOwnMilestone(db: Database, user: CurrentUser, id: number): Promise<FoundMilestone> {
  const row = await findMilestone(db, user, id);
  if (!row) throw new NotFoundError();
  return requireOwner(user, row);
}

async function move(db: Database, row: FoundMilestone, order = row.position): Promise<number> {
  const from = row.position;
  const to = Math.min(order, row.milestones_total);
  if (to > from) await shiftMilestones(db, row.project_id, { from: from + 1, to, steps: -1 });
  if (to < from) await shiftMilestones(db, row.project_id, { from: to, to: from - 1, steps: 1 });
  return to;
}

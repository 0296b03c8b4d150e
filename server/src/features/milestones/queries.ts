import { sql, type Insertable, type Updateable } from 'kysely';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { Schema } from '../../database/schema.ts';
import { changesRow, countRows } from '../../database/row-counts.ts';
import { defineStatement } from '../../database/statement.ts';
import { ACCESS_COLUMNS, projectsVisibleTo, type PartsScope } from '../projects/access.ts';
import { MILESTONE_COLUMNS, type MilestoneRow } from './row.ts';

export function listMilestones(db: Database, user: CurrentUser, scope: PartsScope) {
  return milestonesIn(db, user, scope).select(MILESTONE_COLUMNS).execute();
}

/** Returns ids and text sizes in the order of listMilestones. */
export function listMilestoneKeys(db: Database, user: CurrentUser, scope: PartsScope) {
  return milestonesIn(db, user, scope).select(['milestones.id', 'milestones.text_bytes']).execute();
}

function milestonesIn(db: Database, user: CurrentUser, { projectId, range, since }: PartsScope) {
  return projectsVisibleTo(db, user)
    .innerJoin('milestones', 'milestones.project_id', 'projects.id')
    .$if(projectId !== undefined, (query) => query.where('projects.id', '=', projectId ?? 0))
    .$if(since !== undefined, (query) => query.where('milestones.edited_at', '>=', since ?? ''))
    .orderBy('milestones.project_id')
    .orderBy('milestones.position')
    .$if(range !== undefined, (query) => query.limit(range?.limit ?? 0).offset(range?.offset ?? 0));
}

/** Number of milestones the user may see, from the columns of the projects. */
export async function countMilestones(db: Database, user: CurrentUser): Promise<number> {
  const { count } = await projectsVisibleTo(db, user)
    .select(({ fn }) => fn.sum<number | null>('projects.milestones_total').as('count'))
    .executeTakeFirstOrThrow();
  return count ?? 0;
}

export function countMilestonesSince(db: Database, user: CurrentUser, since: string): Promise<number> {
  return countRows(
    projectsVisibleTo(db, user)
      .innerJoin('milestones', 'milestones.project_id', 'projects.id')
      .where('milestones.edited_at', '>=', since),
  );
}

export function findMilestone(db: Database, user: CurrentUser, id: number) {
  return projectsVisibleTo(db, user)
    .innerJoin('milestones', 'milestones.project_id', 'projects.id')
    .select([...MILESTONE_COLUMNS, ...ACCESS_COLUMNS])
    .where('milestones.id', '=', id)
    .executeTakeFirst();
}

const milestoneInsert = defineStatement({
  variants: { completed: [true, false] },
  build: (db, at: NewMilestone) =>
    db
      .insertInto('milestones')
      .values({
        project_id: at.project_id,
        name: at.name,
        description: at.description,
        completed: sql.lit(at.completed),
        position: at.position,
        due_on: at.due_on,
        completed_at: at.completed ? at.now : null,
        created_at: at.now,
        edited_at: at.now,
      })
      .returning(MILESTONE_COLUMNS),
});

type NewMilestone = {
  project_id: number;
  name: string;
  description: string;
  completed: boolean;
  position: number;
  due_on: string | null;
  now: string;
};

export async function insertMilestone(db: Database, milestone: NewMilestone): Promise<MilestoneRow> {
  const [row] = await milestoneInsert.run(db, milestone);
  if (!row) throw new Error('The new milestone has no row');
  return row;
}

/** So many rows that no statement has more parameters than a database takes. */
const ROWS_AT_ONCE = 500;

export async function insertMilestones(
  db: Database,
  milestones: Insertable<Schema['milestones']>[],
): Promise<void> {
  for (let start = 0; start < milestones.length; start += ROWS_AT_ONCE)
    await db
      .insertInto('milestones')
      .values(milestones.slice(start, start + ROWS_AT_ONCE))
      .execute();
}

export async function listPromisedAfter(db: Database, projectId: number, position: number) {
  const rows = await db
    .selectFrom('milestones')
    .select(['id', 'name', 'due_on'])
    .where('project_id', '=', projectId)
    .where('position', '>', position)
    .where('due_on', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.map(({ id, name, due_on }) => ({ id, name, day: due_on ?? '' }));
}

export function updateMilestone(db: Database, id: number, values: Updateable<Schema['milestones']>) {
  return db
    .updateTable('milestones')
    .set(values)
    .where('id', '=', id)
    .returning(MILESTONE_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Replaces a description by another form of the same text; no date moves. False when it has changed meanwhile. */
export function replaceText(db: Database, id: number, before: string, description: string) {
  return changesRow(
    db.updateTable('milestones').set({ description }).where('id', '=', id).where('description', '=', before),
  );
}

export async function deleteMilestone(db: Database, id: number): Promise<void> {
  await db.deleteFrom('milestones').where('id', '=', id).execute();
}

/** Moves the milestones at the positions `from` to `to`, both included, by `steps`. */
export async function shiftMilestones(
  db: Database,
  projectId: number,
  { from, to, steps }: { from: number; to: number; steps: 1 | -1 },
): Promise<void> {
  await db
    .updateTable('milestones')
    .set({ position: sql`position + ${steps}` })
    .where('project_id', '=', projectId)
    .where('position', '>=', from)
    .where('position', '<=', to)
    .execute();
}

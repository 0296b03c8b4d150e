import { type RawBuilder, sql } from 'kysely';
import { expectedOn } from '../../database/expected-day.ts';
import type { Database } from '../../database/connect.ts';

/** The first promised day of what is not delivered of a project; null where nothing is promised, and for a cancelled one. */
export function nextDueOn(now: string): RawBuilder<string | null> {
  return sql<string | null>`(select min(promised.day) from (
    select ${expectedOn(now)} as day union all
    select milestones.due_on as day from milestones where milestones.project_id = projects.id
      and milestones.due_on is not null and milestones.completed = false) as promised
    where projects.status <> 'cancelled')`;
}

/** Values that a copy of a project begins with; undefined where there is no such project. */
export function findTemplate(db: Database, projectId: number, now: string) {
  return db
    .selectFrom('projects')
    .select(['name', 'description', 'created_at', expectedOn(now).as('expected_on')])
    .where('id', '=', projectId)
    .executeTakeFirst();
}

export function expectationOf(day: string | null, now: string) {
  return { expected_on: day, expected_since: day === null ? null : now };
}

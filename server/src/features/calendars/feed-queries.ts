import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { expectedOn } from '../../database/expected-day.ts';
import { projectsVisibleTo } from '../projects/access.ts';

const ownProjects = (db: Database, id: number) => projectsVisibleTo(db, { id, seesOwn: true });

/** Promised days of a freelancer's milestones from a day on, the first ones first; none of cancelled projects. */
export function listOwnDated(db: Database, ownerId: number, from: string, limit: number) {
  return ownProjects(db, ownerId)
    .innerJoin('milestones', 'milestones.project_id', 'projects.id')
    .select([
      'projects.id as project_id',
      'projects.name as project',
      'milestones.id',
      'milestones.name',
      'milestones.edited_at',
      sql<string>`milestones.due_on`.as('day'),
    ])
    .where('projects.status', '!=', 'cancelled')
    .where('milestones.due_on', '>=', from)
    .orderBy('milestones.due_on')
    .orderBy('milestones.id')
    .limit(limit)
    .execute();
}

/** Promised days of a freelancer's next versions from a day on, the first ones first; none of cancelled projects. */
export function listOwnExpected(
  db: Database,
  ownerId: number,
  { from, now, limit }: { from: string; now: string; limit: number },
) {
  return ownProjects(db, ownerId)
    .select([
      'projects.id as project_id',
      'projects.name as project',
      'projects.edited_at',
      sql<string>`projects.expected_on`.as('day'),
    ])
    .where('projects.status', '!=', 'cancelled')
    .where(expectedOn(now), '>=', from)
    .orderBy('projects.expected_on')
    .orderBy('projects.id')
    .limit(limit)
    .execute();
}

export function listLatestProjects(db: Database, ownerId: number, limit: number) {
  return ownProjects(db, ownerId)
    .select(['projects.id', 'projects.name'])
    .orderBy('projects.last_updated', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(limit)
    .execute();
}

export function listReady(db: Database, projectIds: number[], now: string, limit: number) {
  return db
    .selectFrom('versions')
    .select(['id', 'project_id', 'version_number', sql<string>`ready_at`.as('ready_at')])
    .where('project_id', 'in', projectIds)
    .where('ready_at', '<=', now)
    .orderBy('ready_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function listCompleted(db: Database, projectIds: number[], limit: number) {
  return db
    .selectFrom('milestones')
    .select(['id', 'project_id', 'name', sql<string>`completed_at`.as('completed_at')])
    .where('project_id', 'in', projectIds)
    .where('completed_at', 'is not', null)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Lines about promises that were moved or withdrawn, among the last `lines` of each of these projects' ledgers. */
export function listLatestMoves(db: Database, projectIds: number[], lines: number) {
  return db
    .selectFrom('ledger_heads')
    .innerJoin('ledger_entries', 'ledger_entries.project_id', 'ledger_heads.project_id')
    .select(['ledger_entries.project_id', 'ledger_entries.number', 'ledger_entries.line'])
    .where('ledger_heads.project_id', 'in', projectIds)
    .where('ledger_entries.number', '>', sql<number>`ledger_heads.entries - ${lines}`)
    .where((e) =>
      e.or(
        (['promise_moved', 'promise_withdrawn'] as const).map((kind) =>
          e('ledger_entries.line', 'like', `%"kind":"${kind}"%`),
        ),
      ),
    )
    .execute();
}

import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';

/** Lists milestones due on these days, completed at a known time or not by today, latest first, without cancelled projects. */
export function listDueMilestones(
  db: Database,
  ownerId: number,
  { from, today, limit }: { from: string; today: string; limit: number },
) {
  return db
    .selectFrom('projects')
    .innerJoin('milestones', 'milestones.project_id', 'projects.id')
    .select([
      'projects.id as project_id',
      'projects.name as project',
      'milestones.name as milestone',
      'milestones.completed_at as delivered_at',
      sql<string>`milestones.due_on`.as('due_on'),
    ])
    .where('projects.owner_id', '=', ownerId)
    .where('projects.status', '!=', 'cancelled')
    .where('milestones.due_on', '>=', from)
    .where('milestones.due_on', '<=', today)
    .where((e) =>
      e.or([
        e('milestones.completed_at', 'is not', null),
        e.and([e('milestones.completed', '=', false), e('milestones.due_on', '<', today)]),
      ]),
    )
    .orderBy('milestones.due_on', 'desc')
    .orderBy('milestones.id', 'desc')
    .limit(limit)
    .execute();
}

/** Lists a freelancer's latest projects, with the day of the next version and when a version came that kept it. */
export function listLatestExpectations(db: Database, ownerId: number, now: string, limit: number) {
  return db
    .selectFrom('projects')
    .select([
      'id',
      'name',
      'expected_on',
      'expected_since',
      sql<string | null>`case when expected_on is not null then (select min(versions.ready_at) from versions
        where versions.project_id = projects.id and versions.ready_at <= ${now}
          and versions.ready_at >= projects.expected_since) end`.as('delivered_at'),
    ])
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'cancelled')
    .orderBy('last_updated', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Lines about promises and ready versions, among the last `lines` of each of these projects' ledgers, in their order. */
export function listPromiseLines(db: Database, projectIds: number[], lines: number) {
  return db
    .selectFrom('ledger_heads')
    .innerJoin('ledger_entries', 'ledger_entries.project_id', 'ledger_heads.project_id')
    .select(['ledger_entries.project_id', 'ledger_entries.line'])
    .where('ledger_heads.project_id', 'in', projectIds)
    .where('ledger_entries.number', '>', sql<number>`ledger_heads.entries - ${lines}`)
    .where((e) =>
      e.or(
        ['"kind":"promise', '"kind":"version_ready"'].map((kind) =>
          e('ledger_entries.line', 'like', `%${kind}%`),
        ),
      ),
    )
    .orderBy('ledger_entries.project_id')
    .orderBy('ledger_entries.number')
    .execute();
}

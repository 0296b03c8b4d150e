import type { Database } from '../../database/connect.ts';
import { shownName } from '../users/row.ts';
import { hasLaterWork, hasWork, isOpened } from './version-queries.ts';

type Span = { from: string; to: string };

export function listLooksOfWeek(db: Database, ownerId: number, { from, to }: Span) {
  return db
    .selectFrom('events')
    .innerJoin('projects', 'projects.id', 'events.project_id')
    .select(({ fn }) => ['projects.id', 'projects.name', fn.countAll<number>().as('looks')])
    .where('events.owner_id', '=', ownerId)
    .where('events.created_at', '>=', from)
    .where('events.created_at', '<', to)
    .where('events.origin_id', 'is', null)
    .where('events.kind', 'in', ['project_opened', 'version_opened', 'file_previewed', 'link_opened'])
    .groupBy(['projects.id', 'projects.name'])
    .orderBy('looks', 'desc')
    .orderBy('projects.id')
    .execute();
}

export function listDownloadsOfWeek(db: Database, ownerId: number, { from, to }: Span) {
  return db
    .selectFrom('deliveries')
    .innerJoin('projects', 'projects.id', 'deliveries.project_id')
    .select(({ fn }) => [
      'projects.id',
      'projects.name',
      fn.count<number>('deliveries.file_id').distinct().as('downloads'),
    ])
    .where('projects.owner_id', '=', ownerId)
    .where('deliveries.completed_at', '>=', from)
    .where('deliveries.completed_at', '<', to)
    .groupBy(['projects.id', 'projects.name'])
    .orderBy('downloads', 'desc')
    .orderBy('projects.id')
    .execute();
}

/** Lists the newest unopened versions that clients can see, those that wait longest first. */
export function listUnopenedVersions(db: Database, ownerId: number, limit: number, now: string) {
  return db
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .innerJoin('users as client', 'client.id', 'projects.customer_id')
    .select([
      'projects.id as project_id',
      'projects.name',
      'versions.id as version_id',
      'versions.version_number',
      'versions.ready_at',
      shownName('client').as('client'),
    ])
    .where('projects.owner_id', '=', ownerId)
    .where(hasWork('versions.id'))
    .where('versions.ready_at', '<=', now)
    .where((e) => e.not(e.or([isOpened('versions.id'), hasLaterWork('versions.id', 'projects.id', now)])))
    .orderBy('versions.created_at')
    .orderBy('versions.id')
    .limit(limit)
    .execute();
}

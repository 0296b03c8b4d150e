import { sql } from 'kysely';
import type { Database } from '@vitrin/server/database/connect.ts';
import { wrongSumsOf } from '@vitrin/server/database/file-sums.ts';
import { PAGE_ROWS, pageAfter } from '@vitrin/server/database/pages.ts';
import { countRows } from '@vitrin/server/database/row-counts.ts';

/** Kinds of jobs that gave up, with the last error of one of each. */
export function listGivenUpKinds(db: Database) {
  return db
    .selectFrom('jobs')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count'), fn.max('last_error').as('last_error')])
    .where('gave_up_at', 'is not', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

/** Jobs that were due before a time and that no worker holds. */
export function countOverdueJobs(db: Database, before: string): Promise<number> {
  return countRows(
    db
      .selectFrom('jobs')
      .where('gave_up_at', 'is', null)
      .where('run_at', '<', before)
      .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<', before)])),
  );
}

/** Result of the latest backup drill. */
export function findNewestDrill(db: Database) {
  return db
    .selectFrom('backup_drills')
    .select(['ended_at', 'problem'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A page of files after an id, with the keys and sizes of their objects. */
export function listFileObjects(db: Database, after: number) {
  return db
    .selectFrom('files')
    .select([
      'id',
      'storage_key',
      'size_bytes',
      'thumbnail_key',
      'thumbnail_bytes',
      'thumbnail_medium_key',
      'thumbnail_medium_bytes',
      'thumbnail_large_key',
      'thumbnail_large_bytes',
      'whole_key',
      'whole_bytes',
      'preview_key',
      'preview_bytes',
      'web_key',
      'web_bytes',
    ])
    .$call(pageAfter('id', after))
    .execute();
}

/** A page of pictures in texts after an id. */
export function listPictureObjects(db: Database, after: number) {
  return db
    .selectFrom('pictures')
    .select(['id', 'storage_key', 'size_bytes', 'is_stored'])
    .$call(pageAfter('id', after))
    .execute();
}

/** A page of faces after the id of their freelancer, each with its logo, if it has one. */
export function listLogos(db: Database, after: number) {
  return db
    .selectFrom('faces')
    .select(['owner_id as id', 'logo_key', 'logo_bytes'])
    .$call(pageAfter('owner_id', after))
    .execute();
}

/** A page of archives of everything after an id. */
export function listExportObjects(db: Database, after: string) {
  return db.selectFrom('exports').select(['id', 'object_key']).$call(pageAfter('id', after)).execute();
}

/** Keys of objects from running and finished imports: one page, after a given key. */
export async function listImportedKeys(db: Database, after: string) {
  const rows = db
    .selectFrom('import_entries')
    .select('storage_key as id')
    .where('storage_key', '>', after)
    .unionAll(db.selectFrom('brought_receipts').select('storage_key as id').where('storage_key', '>', after))
    .orderBy('id')
    .limit(PAGE_ROWS);
  return (await rows.execute()).map(({ id }) => ({ id: id ?? '' }));
}

/** A page of uploads after an id. */
export function listUploadKeys(db: Database, after: string) {
  return db.selectFrom('uploads').select(['id', 'storage_key']).$call(pageAfter('id', after)).execute();
}

const DELETIONS_AT_ONCE = 50;

/** A page of jobs that delete objects, after an id; each names up to 500 keys. */
export function listDeletions(db: Database, after: number) {
  return db
    .selectFrom('jobs')
    .select(['id', 'payload'])
    .where('kind', '=', 'delete-objects')
    .$call(pageAfter('id', after, DELETIONS_AT_ONCE))
    .execute();
}

/** True if a row still refers to an object that the store does not have. */
export async function isStillNamed(
  db: Database,
  { kind, id, key }: { kind: 'files' | 'pictures' | 'logos'; id: number; key: string },
): Promise<boolean> {
  if (kind === 'logos') {
    const logo = await db
      .selectFrom('faces')
      .select('owner_id')
      .where('owner_id', '=', id)
      .where('logo_key', '=', key)
      .executeTakeFirst();
    return logo !== undefined;
  }
  const row =
    kind === 'pictures'
      ? await db
          .selectFrom('pictures')
          .select('id')
          .where('id', '=', id)
          .where('storage_key', '=', key)
          .executeTakeFirst()
      : await db
          .selectFrom('files')
          .select('id')
          .where('id', '=', id)
          .where((e) =>
            e.or([
              e('storage_key', '=', key),
              e('thumbnail_key', '=', key).and('thumbnail_bytes', 'is not', null),
              e('thumbnail_medium_key', '=', key).and('thumbnail_medium_bytes', 'is not', null),
              e('thumbnail_large_key', '=', key).and('thumbnail_large_bytes', 'is not', null),
              e('whole_key', '=', key).and('whole_bytes', 'is not', null),
              e('preview_key', '=', key).and('preview_bytes', 'is not', null),
              e('web_key', '=', key).and('web_bytes', 'is not', null),
            ]),
          )
          .executeTakeFirst();
  return row !== undefined;
}

/**
 * A page of freelancers after an id: the bytes that count against their plans, and the bytes of what is in their
 * projects. Pictures that no text has claimed yet are in no project, and in neither sum.
 */
export function listFreelancerSums(db: Database, after: number) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.username',
      sql<number>`(select coalesce(sum(size_bytes), 0) from files where owner_id = users.id)`.as(
        'counted_files',
      ),
      sql<number>`(select coalesce(sum(files.size_bytes), 0) from projects
        join versions on versions.project_id = projects.id join files on files.version_id = versions.id
        where projects.owner_id = users.id)`.as('actual_files'),
      sql<number>`(select coalesce(sum(size_bytes), 0) from pictures where owner_id = users.id
        and coalesce(project_id, milestone_id, version_id) is not null)`.as('counted_pictures'),
      sql<number>`(select coalesce(sum(pictures.size_bytes), 0) from projects
          join pictures on pictures.project_id = projects.id where projects.owner_id = users.id)
        + (select coalesce(sum(pictures.size_bytes), 0) from projects
          join milestones on milestones.project_id = projects.id
          join pictures on pictures.milestone_id = milestones.id where projects.owner_id = users.id)
        + (select coalesce(sum(pictures.size_bytes), 0) from projects
          join versions on versions.project_id = projects.id
          join pictures on pictures.version_id = versions.id where projects.owner_id = users.id)`.as(
        'actual_pictures',
      ),
    ])
    .where('users.user_type', '=', 'freelancer')
    .$call(pageAfter('users.id', after))
    .execute();
}

/** A page of projects after an id, with the recorded sums of their texts, milestones and files, and the real ones. */
export function listProjectSums(db: Database, after: number) {
  return db
    .selectFrom('projects')
    .innerJoin('users', 'users.id', 'projects.owner_id')
    .select([
      'projects.id',
      'users.username',
      'projects.text_bytes as counted_bytes',
      sql<number>`octet_length(projects.name) + octet_length(projects.description)
        + (select coalesce(sum(text_bytes), 0) from milestones where project_id = projects.id)
        + (select coalesce(sum(text_bytes), 0) from versions where project_id = projects.id)`.as(
        'actual_bytes',
      ),
      'projects.milestones_total as counted_milestones',
      sql<number>`(select count(*) from milestones where project_id = projects.id)`.as('actual_milestones'),
      sql<number>`(select count(*) from (${wrongSumsOf(sql.ref('projects.id'))}) as wrong)`.as(
        'wrong_file_sums',
      ),
    ])
    .$call(pageAfter('projects.id', after))
    .execute();
}

import { sql } from 'kysely';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { jsonRows, parseJsonRows, timestampFromJson } from '../../database/json-rows.ts';
import { runPrepared } from '../../database/prepared.ts';
import { FILE_COLUMNS, MILESTONE_COLUMNS, VERSION_COLUMNS } from './part-queries.ts';
import { PROJECT_COLUMNS, projectsWithPeople } from './queries.ts';

/**
 * One project with its whole description and everything in it, by one statement: milestones in their order, versions
 * oldest first (DECISIONS "Order of lists"), files in the order they came.
 */
export async function findProjectDetail(
  db: Database,
  { id: userId, isFreelancer }: CurrentUser,
  id: number,
  { withFiles }: { withFiles: boolean },
) {
  const key = `project of ${isFreelancer ? 'freelancer' : 'customer'}${withFiles ? ' with files' : ''}`;
  const [row] = await runPrepared(db, key, { userId, id }, (at) =>
    projectsWithPeople(db, { id: at.userId, isFreelancer })
      .select([...PROJECT_COLUMNS, 'projects.description'])
      .select([jsonRows(db, milestonesOf(db)).as('milestones'), jsonRows(db, versionsOf(db)).as('versions')])
      .$if(withFiles, (query) => query.select(jsonRows(db, filesOf(db)).as('files')))
      .where('projects.id', '=', at.id),
  );
  if (!row) return undefined;
  return {
    ...row,
    milestones: parseJsonRows(row.milestones).map((milestone) => ({
      ...milestone,
      completed: Boolean(milestone.completed),
      edited_at: timestampFromJson(milestone.edited_at),
    })),
    versions: parseJsonRows(row.versions).map((version) => ({
      ...version,
      created_at: timestampFromJson(version.created_at),
      edited_at: timestampFromJson(version.edited_at),
    })),
    files: parseJsonRows(row.files ?? []).map((file) => ({
      ...file,
      created_at: timestampFromJson(file.created_at),
    })),
  };
}

export type ProjectDetailRow = NonNullable<Awaited<ReturnType<typeof findProjectDetail>>>;

function milestonesOf(db: Database) {
  return db
    .selectFrom('milestones')
    .select(MILESTONE_COLUMNS)
    .where('milestones.project_id', '=', sql.ref<number>('projects.id'))
    .orderBy('milestones.position');
}

function versionsOf(db: Database) {
  return db
    .selectFrom('versions')
    .select(VERSION_COLUMNS)
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .orderBy('versions.created_at')
    .orderBy('versions.id');
}

function filesOf(db: Database) {
  return db
    .selectFrom('versions')
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(FILE_COLUMNS)
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .orderBy('files.version_id')
    .orderBy('files.created_at')
    .orderBy('files.id');
}

import { sql, type SqlBool } from 'kysely';
import { type CurrentUser, ROLES, type Role } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { jsonRows, parseJsonRows, timestampFromJson } from '../../database/json-rows.ts';
import { defineStatement } from '../../database/statement.ts';
import { PAGE_ROWS, TEXT_PAGE_BYTES } from '../../database/pages.ts';
import { VERSION_COLUMNS } from '../versions/row.ts';
import { MILESTONE_COLUMNS } from '../milestones/row.ts';
import { FILE_COLUMNS } from '../files/row.ts';
import { fileSums } from '../files/row-sums.ts';
import { isShown, versionsVisibleTo, type Onlooker } from './access.ts';
import { PROJECT_COLUMNS, projectsWithPeople } from './queries.ts';
import { lastLookAtNewest, type Viewer, viewerOf, visitColumns } from './visit-queries.ts';

/** One statement reads at most this much; a larger project or longer texts are read by pages. */
const MOST_AT_ONCE = { milestones: 100, versions: 100, files: PAGE_ROWS };

const projectDetail = defineStatement({
  variants: { role: ROLES, withFiles: [true, false] },
  build: (db, at: DetailArguments) => {
    const viewer = viewerOf(at);
    return projectRows(db, viewer, at.newVisitBefore)
      .select('projects.text_bytes')
      .select([
        jsonRows(db, milestonesOf(db)).as('milestones'),
        jsonRows(db, versionsOf(db, viewer)).as('versions'),
      ])
      .$if(at.withFiles, (query) => query.select(jsonRows(db, filesOf(db, viewer)).as('files')))
      .where('projects.id', '=', at.id);
  },
});

type DetailArguments = {
  userId: number;
  role: Role;
  id: number;
  withFiles: boolean;
  now: string;
  newVisitBefore: string;
};

/**
 * Reads a project by one statement, versions oldest first (specification 5.5); without parts and not `isWhole`
 * when it is too much.
 */
export async function findProjectDetail(
  db: Database,
  { id: userId, role }: CurrentUser,
  id: number,
  at: { withFiles: boolean; now: string; newVisitBefore: string },
) {
  const [row] = await projectDetail.run(db, { userId, role, id, ...at });
  if (!row) return undefined;
  const parts = {
    milestones: parseJsonRows(row.milestones),
    versions: parseJsonRows(row.versions),
    files: parseJsonRows(row.files ?? []),
  };
  const isWhole =
    row.text_bytes <= TEXT_PAGE_BYTES &&
    parts.milestones.length <= MOST_AT_ONCE.milestones &&
    parts.versions.length <= MOST_AT_ONCE.versions &&
    parts.files.length <= MOST_AT_ONCE.files;
  if (!isWhole) return { ...row, milestones: [], versions: [], files: [], isWhole };
  return {
    ...row,
    isWhole,
    milestones: parts.milestones.map((milestone) => ({
      ...milestone,
      completed: Boolean(milestone.completed),
      edited_at: timestampFromJson(milestone.edited_at),
    })),
    versions: parts.versions.map((version) => ({
      ...version,
      created_at: timestampFromJson(version.created_at),
      edited_at: timestampFromJson(version.edited_at),
      ready_at: version.ready_at === null ? null : timestampFromJson(version.ready_at),
    })),
    files: parts.files.map((file) => ({
      ...file,
      modified_at: file.modified_at === null ? null : timestampFromJson(file.modified_at),
      created_at: timestampFromJson(file.created_at),
    })),
  };
}

export function findProjectRow(db: Database, viewer: Viewer, id: number, newVisitBefore: string) {
  return projectRows(db, viewer, newVisitBefore).where('projects.id', '=', id).executeTakeFirst();
}

/** Ids and text sizes of the versions of a project that the user may see, oldest first. */
export function listShownVersionKeys(db: Database, onlooker: Onlooker, projectId: number) {
  return versionsVisibleTo(db, onlooker)
    .select(['versions.id', 'versions.text_bytes'])
    .where('projects.id', '=', projectId)
    .orderBy('versions.created_at')
    .orderBy('versions.id')
    .execute();
}

function projectRows(db: Database, viewer: Viewer, newVisitBefore: string) {
  return projectsWithPeople(db, viewer)
    .select([...PROJECT_COLUMNS, 'projects.description'])
    .select(visitColumns(viewer, newVisitBefore))
    .$if(viewer.isFreelancer, (query) =>
      query.select(jsonRows(db, lastLookAtNewest(db, viewer.now)).as('seen')),
    );
}

export type ProjectRow = NonNullable<Awaited<ReturnType<typeof findProjectRow>>>;

export type ProjectDetailRow = NonNullable<Awaited<ReturnType<typeof findProjectDetail>>>;

const hasShortTexts = sql<SqlBool>`projects.text_bytes <= ${sql.lit(TEXT_PAGE_BYTES)}`;

function milestonesOf(db: Database) {
  return db
    .selectFrom('milestones')
    .select(MILESTONE_COLUMNS)
    .where('milestones.project_id', '=', sql.ref<number>('projects.id'))
    .where(hasShortTexts)
    .orderBy('milestones.position')
    .limit(sql.lit(MOST_AT_ONCE.milestones + 1));
}

function versionsOf(db: Database, viewer: Viewer) {
  return db
    .selectFrom('versions')
    .select(VERSION_COLUMNS)
    .select(fileSums(db))
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .where(isShown(viewer))
    .where(hasShortTexts)
    .orderBy('versions.created_at')
    .orderBy('versions.id')
    .limit(sql.lit(MOST_AT_ONCE.versions + 1));
}

function filesOf(db: Database, viewer: Viewer) {
  return db
    .selectFrom('versions')
    .innerJoin('files', 'files.version_id', 'versions.id')
    .select(FILE_COLUMNS)
    .where('versions.project_id', '=', sql.ref<number>('projects.id'))
    .where(isShown(viewer))
    .orderBy('files.version_id')
    .orderBy('files.position')
    .orderBy('files.created_at')
    .orderBy('files.id')
    .limit(sql.lit(MOST_AT_ONCE.files + 1));
}

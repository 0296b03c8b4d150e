import type { Cover, ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { type Context, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { parseJsonRows, timestampFromJson } from '../../database/json-rows.ts';
import { inSnapshot } from '../../database/snapshot.ts';
import { NotFoundError } from '../../errors.ts';
import { recordEvent, newVisitBefore } from '../events/service.ts';
import { onlookerOf } from './access.ts';
import {
  findProjectDetail,
  findProjectRow,
  listShownVersionKeys,
  type ProjectDetailRow,
  type ProjectRow,
} from './detail-query.ts';
import { toProjectFile } from '../files/row.ts';
import { toVersion } from '../versions/row.ts';
import { toMilestone } from '../milestones/row.ts';
import type { ProjectListRow } from './queries.ts';
import { readVersionTexts } from '../versions/rows.ts';
import { readMilestoneRows } from '../milestones/rows.ts';
import { readFilesOfEach } from '../files/rows.ts';

type Clocked = Pick<Context, 'db' | 'now'>;

/** The project with everything in it. A customer's look is counted. */
export async function getProject(
  context: Context,
  user: CurrentUser,
  id: number,
  { withFiles = true, isLook }: { withFiles?: boolean; isLook: boolean },
): Promise<Project> {
  const row = await requireRow(context, user, id, withFiles);
  if (isLook) recordEvent(context, user, { kind: 'project_opened', owner_id: row.owner_id, project_id: id });
  if (row.isWhole) return withParts(row, user);
  return inSnapshot(context, (db) => readProject({ db, now: context.now }, user, id, withFiles));
}

/** Loads a project for answers to changes, counting no look; throws NotFoundError when it is not visible. */
export async function loadProject(
  context: Clocked,
  user: CurrentUser,
  id: number,
  { withFiles = true }: { withFiles?: boolean } = {},
): Promise<Project> {
  const row = await requireRow(context, user, id, withFiles);
  return row.isWhole ? withParts(row, user) : readProject(context, user, id, withFiles);
}

/** The project with its parts read by pages: read at once, a large one would hold the event loop. */
async function readProject(
  context: Clocked,
  user: CurrentUser,
  id: number,
  withFiles: boolean,
): Promise<Project> {
  const { db } = context;
  const onlooker = { ...user, ...onlookerOf(user, context) };
  const row = await findProjectRow(db, onlooker, id, newVisitBefore(context));
  if (!row) throw new NotFoundError();
  const milestones = await readMilestoneRows(db, id);
  const versions = await readVersionTexts(db, await listShownVersionKeys(db, onlooker, id));
  const ids = versions.map((version) => version.id);
  const filesOf = await readFilesOfEach(db, withFiles ? ids : []);
  return toProject(row, {
    milestones: milestones.map(toMilestone),
    versions: versions.map((version) => toVersion(version, filesOf.get(version.id) ?? [], user)),
  });
}

export function toProject(
  row: ProjectRow | (ProjectListRow & { description: string }),
  parts: Pick<Project, 'milestones' | 'versions'> = { milestones: [], versions: [] },
  cover: Cover | null = parts.versions.at(-1)?.covers[0] ?? null,
): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    customer: row.customer,
    customer_id: row.customer_id,
    freelancer: row.freelancer,
    status: row.status,
    progress: row.progress,
    last_updated: row.last_updated,
    created_at: row.created_at,
    edited_at: row.edited_at,
    expected_on: row.expected_on,
    next_due_on: row.next_due_on,
    previous_visit: row.previous_visit,
    news: newsOf(row),
    seen: seenOf('seen' in row ? row.seen : undefined),
    cover,
    ...parts,
  };
}

type WithNews = Pick<ProjectListRow, 'new_versions' | 'new_files'>;

function newsOf({ new_versions: versions, new_files: files }: WithNews): Project['news'] {
  return versions === null || files === null ? null : { versions, files };
}

function seenOf(seen: ProjectRow['seen']): Project['seen'] {
  const [look] = seen === undefined ? [] : parseJsonRows(seen);
  return look ? { username: look.username, at: timestampFromJson(look.at) } : null;
}

async function requireRow(
  context: Clocked,
  user: CurrentUser,
  id: number,
  withFiles: boolean,
): Promise<ProjectDetailRow> {
  const row = await findProjectDetail(context.db, user, id, {
    withFiles,
    now: timestampOf(context),
    newVisitBefore: newVisitBefore(context),
  });
  if (!row) throw new NotFoundError();
  return row;
}

function withParts(row: ProjectDetailRow, user: CurrentUser): Project {
  const filesOf = Map.groupBy(row.files.map(toProjectFile), ({ version }) => version);
  const nested = (versionId: number): ProjectFile[] => filesOf.get(versionId) ?? [];
  return toProject(row, {
    milestones: row.milestones.map(toMilestone),
    versions: row.versions.map((version) => toVersion(version, nested(version.id), user)),
  });
}

import type { Project, ProjectFilters } from '@vitrin/shared/contract/projects.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { TEXT_PAGE_BYTES } from '../../database/pages.ts';
import { inSnapshot } from '../../database/snapshot.ts';
import { newVisitBefore } from '../events/service.ts';
import { toProject } from './project-detail.ts';
import { type Onlooker, onlookerOf } from './access.ts';
import { readProjectCovers } from './cover-queries.ts';
import { listProjects, type ProjectListRow, readListDescriptions } from './queries.ts';

/** One page of the projects the user may see, and how many match in all; both are empty beyond the last page. */
export async function findProjects(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  filters: ProjectFilters & { updated_since?: string | undefined },
  page: PageRange,
): Promise<{ results: Project[]; count: number }> {
  const longest = Math.floor(TEXT_PAGE_BYTES / page.limit);
  const onlooker = onlookerOf(user, context);
  const range = { ...page, longest, now: onlooker.now, newVisitBefore: newVisitBefore(context) };
  const rows = await listProjects(context.db, user, filters, range);
  const [first] = rows;
  if (areWhole(rows))
    return { results: await withCovers(context.db, onlooker, rows), count: first?.total ?? 0 };
  return inSnapshot(context, async (snapshot) => {
    const again = await listProjects(snapshot, user, filters, range);
    const results = await readWhole(snapshot, onlooker, again);
    return { results, count: again[0]?.total ?? 0 };
  });
}

type WholeRow = ProjectListRow & { description: string };

function areWhole(rows: ProjectListRow[]): rows is WholeRow[] {
  return rows.every(({ description }) => description !== null);
}

/** Adds the descriptions that were too long for the list's statement. */
async function readWhole(db: Database, onlooker: Onlooker, rows: ProjectListRow[]): Promise<Project[]> {
  const long = rows.filter(({ description }) => description === null);
  const texts = new Map(
    (await readListDescriptions(db, long)).map(({ id, list_description }) => [id, list_description]),
  );
  return withCovers(
    db,
    onlooker,
    rows.map((row) => ({ ...row, description: row.description ?? texts.get(row.id) ?? '' })),
  );
}

async function withCovers(db: Database, onlooker: Onlooker, rows: WholeRow[]): Promise<Project[]> {
  const covers = await readProjectCovers(
    db,
    onlooker,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toProject(row, { milestones: [], versions: [] }, covers.get(row.id) ?? null));
}

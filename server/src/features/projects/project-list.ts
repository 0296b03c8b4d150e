import type { Project, ProjectFilters } from '@vitrin/shared/contract/projects.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { NotFoundError } from '../../errors.ts';
import { toProject } from './project-detail.ts';
import { listProjects } from './queries.ts';

/** One page of what the user may see, and how many match in all. Throws NotFoundError beyond the last page. */
export async function findProjects(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  filters: ProjectFilters,
  page: { limit: number; offset: number },
): Promise<{ results: Project[]; count: number }> {
  const rows = await listProjects(db, user, filters, page);
  const [first] = rows;
  if (!first && page.offset > 0) throw new NotFoundError('errors.invalid_page');
  return { results: rows.map((row) => toProject(row)), count: first?.total ?? 0 };
}

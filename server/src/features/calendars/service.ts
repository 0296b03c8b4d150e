import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { NotFoundError } from '../../errors.ts';
import { calendarText } from './calendar-text.ts';
import { milestoneEvent, versionEvent } from './events.ts';
import { findProject, listDated } from './queries.ts';

type Calendar = { name: string; text: string };

/** Returns the days of a project or one milestone (specification 5.17); NotFoundError also for a milestone without a day. */
export async function getCalendar(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  user: CurrentUser,
  { id, milestone, language }: { id: number; milestone?: number | undefined; language: Language },
): Promise<Calendar> {
  const project = await findProject(context.db, user, id, timestampOf(context));
  if (!project) throw new NotFoundError();
  const dated = await listDated(context.db, id, milestone);
  if (milestone !== undefined && dated.length === 0) throw new NotFoundError();
  const { publicUrl } = context.config;
  const ofProject = { project_id: id, project: project.name };
  const events = dated.map((row) => milestoneEvent(publicUrl, { ...ofProject, ...row }));
  const { day, edited_at } = project;
  if (day !== null && milestone === undefined)
    events.push(versionEvent(publicUrl, language, { ...ofProject, day, edited_at }));
  return { name: project.name, text: calendarText(project.name, events) };
}

import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { NotFoundError } from '../../errors.ts';
import { translate } from '../../i18n/messages.ts';
import { calendarText, type DayEvent } from './calendar-text.ts';
import { findProject, listDated } from './queries.ts';

type Calendar = { name: string; text: string };

/**
 * The promised days of a project as a calendar (specification 5.17), or that of one of its milestones. Throws NotFoundError
 * for a project that the user may not see, and for a milestone that is not in it or has no day.
 */
export async function getCalendar(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  user: CurrentUser,
  { id, milestone, language }: { id: number; milestone?: number | undefined; language: Language },
): Promise<Calendar> {
  const project = await findProject(context.db, user, id, timestampOf(context));
  if (!project) throw new NotFoundError();
  const dated = await listDated(context.db, id, milestone);
  if (milestone !== undefined && dated.length === 0) throw new NotFoundError();
  const { origin, hostname } = new URL(context.config.publicUrl);
  const url = `${origin}/projects/${id}`;
  const events = dated.map(({ id: milestoneId, name, day, edited_at }): DayEvent => ({
    uid: `milestone-${milestoneId}@${hostname}`,
    day,
    summary: `${name} · ${project.name}`,
    url,
    editedAt: edited_at,
  }));
  if (project.day !== null && milestone === undefined)
    events.push({
      uid: `next-version-${id}@${hostname}`,
      day: project.day,
      summary: `${translate(language, 'calendars.next_version')} · ${project.name}`,
      url,
      editedAt: project.edited_at,
    });
  return { name: project.name, text: calendarText(project.name, events) };
}

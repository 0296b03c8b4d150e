import type { Language } from '@vitrin/shared/contract/users.ts';
import { translate } from '../../i18n/messages.ts';
import type { DayEvent } from './calendar-text.ts';

type Promised = { project_id: number; project: string; day: string; edited_at: string };

/** The event of a milestone's day. Its UID is the same in each calendar that has it. */
export function milestoneEvent(
  publicUrl: string,
  { id, name, ...promised }: Promised & { id: number; name: string },
): DayEvent {
  return eventOf(publicUrl, promised, { uid: `milestone-${id}`, what: name });
}

export function versionEvent(publicUrl: string, language: Language, promised: Promised): DayEvent {
  const what = translate(language, 'calendars.next_version');
  return eventOf(publicUrl, promised, { uid: `next-version-${promised.project_id}`, what });
}

function eventOf(
  publicUrl: string,
  { project_id, project, day, edited_at }: Promised,
  { uid, what }: { uid: string; what: string },
): DayEvent {
  const { origin, hostname } = new URL(publicUrl);
  return {
    uid: `${uid}@${hostname}`,
    day,
    summary: `${what} · ${project}`,
    url: `${origin}/projects/${project_id}`,
    editedAt: edited_at,
  };
}

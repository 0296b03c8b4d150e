import { DEFAULT_ZONE, mondayOf } from '@vitrin/shared/rules/time/time-zones.ts';
import type { MailPart } from '../../adapters/mail/mail-template.ts';
import type { Database } from '../../database/connect.ts';
import { dueTomorrow, movedDays } from './date-details.ts';
import type { NoticeRow } from './queries.ts';
import { findFirstDownload, findFirstLook } from './version-queries.ts';
import { listDownloadsOfWeek, listLooksOfWeek, listUnopenedVersions } from './week-queries.ts';

export type Detail = {
  client?: string;
  at?: string;
  /** Number of files of a version that the client has completely. */
  downloaded?: number;
  lines?: MailPart[];
  /** Id of a notice of moved days that this mail includes. */
  moveId?: number | undefined;
};

const MOST_PROJECTS = 10;
const MOST_UNOPENED = 5;

/** Longest time between an event and its notice: a first look of last year is no news. */
const NEWS_MILLISECONDS = 3600 * 1000;

/** Returns the content of a notice's mail; undefined if there is nothing to say any more. */
export async function detailOf(db: Database, notice: NoticeRow, now: string): Promise<Detail | undefined> {
  switch (notice.kind) {
    case 'first_look':
      return news(notice, await findFirstLook(db, notice.subject_id));
    case 'first_download': {
      const first = await findFirstDownload(db, notice.subject_id);
      return first && news(notice, { ...first, downloaded: first.files ?? 0 });
    }
    case 'due_tomorrow':
      return dueTomorrow(db, notice, now);
    case 'version_ready':
      return movedDays(db, notice, now);
    case 'date_moved': {
      const moved = await movedDays(db, notice, now);
      return moved.lines.length === 0 ? undefined : moved;
    }
    case 'weekly_summary':
      return summaryOf(db, notice, now);
    default:
      return {};
  }
}

function news<First extends { client: string; at: string | null }>(
  { created_at }: NoticeRow,
  first: First | undefined,
): (First & { at: string }) | undefined {
  if (!first || first.at === null) return undefined;
  if (Date.parse(created_at) - Date.parse(first.at) > NEWS_MILLISECONDS) return undefined;
  return { ...first, at: first.at };
}

async function summaryOf(
  db: Database,
  { user_id, subject_id: week, time_zone }: NoticeRow,
  now: string,
): Promise<Detail | undefined> {
  const zone = time_zone ?? DEFAULT_ZONE;
  const span = {
    from: mondayOf(zone, week, 0).toISOString(),
    to: mondayOf(zone, week + 1, 0).toISOString(),
  };
  const looks = await listLooksOfWeek(db, user_id, span);
  const downloads = await listDownloadsOfWeek(db, user_id, span);
  if (looks.length + downloads.length === 0) return undefined;
  const downloadsOf = new Map(downloads.map(({ id, downloads: count }) => [id, count]));
  const looked = looks.slice(0, MOST_PROJECTS);
  const shown = new Set(looked.map(({ id }) => id));
  const only = downloads.filter(({ id }) => !shown.has(id)).slice(0, MOST_PROJECTS - looked.length);
  const unopened = await listUnopenedVersions(db, user_id, MOST_UNOPENED, now);
  return {
    lines: [
      ...looked.map(({ id, name, looks: count }) => lineOf(name, count, downloadsOf.get(id) ?? 0)),
      ...only.map(({ name, downloads: count }) => lineOf(name, 0, count)),
      ...unopened.map(({ name, version_number, client }): MailPart => ({
        key: 'mails.weekly_summary.unopened',
        params: { project: name, version: version_number, client },
      })),
    ],
  };
}

function lineOf(project: string, looks: number, downloads: number): MailPart {
  const params = { project, looks, downloads };
  if (downloads === 0) return { key: 'mails.weekly_summary.looks', params };
  if (looks === 0) return { key: 'mails.weekly_summary.downloads', params };
  return { key: 'mails.weekly_summary.project', params };
}

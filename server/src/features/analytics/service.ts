import type {
  Activity,
  ActivityDay,
  Analytics,
  AnalyticsDays,
} from '@vitrin/shared/contract/figures/analytics.ts';
import { ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import { meanProgress } from '@vitrin/shared/rules/progress.ts';
import { storageLimitBytes } from '@vitrin/shared/rules/storage/storage.ts';
import { FORECAST_DAYS, limitReachedOn } from '@vitrin/shared/rules/storage/storage-forecast.ts';
import type { Context } from '../../context.ts';
import { timestampIn } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { EventKind } from '../../database/tables/events.ts';
import { getPlanLimits } from '../plans/service.ts';
import { timeZoneOf } from '../users/service.ts';
import { dayOfHour, lastDaysIn } from './days.ts';
import { countPromises } from './promises.ts';
import {
  countProjects,
  type EventHourRow,
  getExtraStorage,
  getStoredBytes,
  listEventHours,
  listProjectStorage,
  sumBytesSince,
} from './queries.ts';

const DAY_SECONDS = 24 * 3600;

/** Length of an hour's key, as in 2026-11-20T14. */
const HOUR_LENGTH = 13;
const MAX_PROJECTS = 20;

/** Ranges of the chart in percent: nothing done, four quarters, everything done. */
const PROGRESS_RANGES = [
  { from: 0, to: 0 },
  { from: 1, to: 24 },
  { from: 25, to: 49 },
  { from: 50, to: 74 },
  { from: 75, to: 99 },
  { from: 100, to: 100 },
];

export async function getAnalytics(
  context: Context,
  user: CurrentUser,
  days: AnalyticsDays,
): Promise<Analytics> {
  const zone = await timeZoneOf(context.db, user.id);
  const both = lastDaysIn(zone, 2 * days, context.now());
  const range = both.slice(days);
  const first = new Date(both[0]?.begins ?? 0).toISOString().slice(0, HOUR_LENGTH);
  const [counts, storage, hours, promises] = await Promise.all([
    countProjects(context.db, user.id),
    getStorage(context, user),
    listEventHours(context.db, user.id, first),
    countPromises(context, user.id, zone, range),
  ]);
  const countWhere = (isMeant: (row: (typeof counts)[number]) => boolean) =>
    counts.filter(isMeant).reduce((sum, { count }) => sum + count, 0);
  return {
    days,
    projects_by_status: ProjectStatus.options.map((status) => ({
      status,
      count: countWhere((row) => row.status === status),
    })),
    projects_progress: meanProgress({
      sum: counts.reduce((sum, { progress, count }) => sum + progress * count, 0),
      count: countWhere(() => true),
    }),
    progress_ranges: PROGRESS_RANGES.map(({ from, to }) => ({
      from,
      to,
      count: countWhere(({ progress }) => progress >= from && progress <= to),
    })),
    storage,
    activity: toActivity(range, hours),
    promises,
    activity_before: sumActivity(toActivity(both, hours).slice(0, days)),
  };
}

async function getStorage(context: Context, { id }: CurrentUser): Promise<Analytics['storage']> {
  const { db } = context;
  const [usedBytes, recentBytes, projects, plan, extra] = await Promise.all([
    getStoredBytes(db, id),
    sumBytesSince(db, id, timestampIn(context, -FORECAST_DAYS * DAY_SECONDS)),
    listProjectStorage(db, id, MAX_PROJECTS),
    getPlanLimits(context, id),
    getExtraStorage(db, id),
  ]);
  const limitBytes = storageLimitBytes(plan.storage_limit_gb, extra);
  return {
    used_bytes: usedBytes,
    limit_bytes: limitBytes,
    recent_bytes: recentBytes,
    limit_reached_on: limitReachedOn({ usedBytes, limitBytes, recentBytes }, context.now()),
    by_project: projects.map((project) => ({
      id: project.id,
      name: project.name,
      bytes: project.bytes,
      files: project.files,
    })),
    other_bytes: usedBytes - projects.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const COUNTED_AS: Partial<Record<EventKind, 'views' | 'previews' | 'downloads'>> = {
  project_opened: 'views',
  file_previewed: 'previews',
  link_opened: 'previews',
  file_downloaded: 'downloads',
  zip_downloaded: 'downloads',
};

function toActivity(range: ReturnType<typeof lastDaysIn>, rows: EventHourRow[]): ActivityDay[] {
  const days = new Map(range.map(({ day }) => [day, { day, views: 0, previews: 0, downloads: 0 }]));
  for (const { hour, kind, amount } of rows) {
    const [sums, column] = [days.get(dayOfHour(range, hour) ?? ''), COUNTED_AS[kind]];
    if (sums && column) sums[column] += amount;
  }
  return [...days.values()];
}

function sumActivity(days: ActivityDay[]): Activity {
  const sumOf = (column: keyof Activity) => days.reduce((sum, day) => sum + day[column], 0);
  return { views: sumOf('views'), previews: sumOf('previews'), downloads: sumOf('downloads') };
}

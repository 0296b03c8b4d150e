import { z } from 'zod';
import { Id } from '../common.ts';
import { ProjectStatus } from '../projects.ts';

const ANALYTICS_DAYS = [7, 30, 90] as const;
export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number];

/** `days` is the length of `activity`, 30 by default. */
export const AnalyticsQuery = z.object({
  days: z
    .enum(['7', '30', '90'])
    .optional()
    .transform((days = '30') => Number(days) as AnalyticsDays),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** A day in the reader's time zone, such as 2026-11-20. */
const Day = z.string();

const StatusCount = z.object({ status: ProjectStatus, count: z.int() });

/** Number of projects with a progress in percent from `from` to `to`, both included. */
const ProgressCount = z.object({ from: z.int(), to: z.int(), count: z.int() });

const ProjectStorage = z.object({ id: Id, name: z.string(), bytes: z.int(), files: z.int() });

const Activity = z.object({
  views: z.int(),
  previews: z.int(),
  downloads: z.int(),
});
export type Activity = z.infer<typeof Activity>;

export const ActivityDay = Activity.extend({ day: Day });
export type ActivityDay = z.infer<typeof ActivityDay>;

const MissedDay = z.object({
  project: z.object({ id: Id, name: z.string() }),
  milestone: z.string().nullable(),
  due_on: Day,
  delivered_on: Day.nullable(),
});
export type MissedDay = z.infer<typeof MissedDay>;

/** Promised days of milestones and next versions in the range, as they were promised last. */
const PromisedDays = z.object({
  kept: z.int(),
  late: z.int(),
  overdue: z.int(),
  /** The latest missed days, at most 10. */
  missed: z.array(MissedDay),
});
export type PromisedDays = z.infer<typeof PromisedDays>;

/** Numbers about a freelancer's projects and customers. The freelancer's own views are never counted. */
export const Analytics = z.object({
  days: z.int(),
  /** All five statuses, even those without projects. */
  projects_by_status: z.array(StatusCount),
  projects_progress: z.int(),
  progress_ranges: z.array(ProgressCount),
  storage: z.object({
    used_bytes: z.int(),
    limit_bytes: z.int(),
    /** Bytes uploaded in the last 30 days and not deleted since. */
    recent_bytes: z.int(),
    /** Day the limit is reached at that pace: today if already reached, null without recent uploads. */
    limit_reached_on: Day.nullable(),
    /** At most the 20 largest; `other_bytes` is the rest. */
    by_project: z.array(ProjectStorage),
    other_bytes: z.int(),
  }),
  /** Every day of the range, oldest first, ending today. */
  activity: z.array(ActivityDay),
  activity_before: Activity,
  promises: PromisedDays,
});
export type Analytics = z.infer<typeof Analytics>;

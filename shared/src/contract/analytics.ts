import { z } from 'zod';
import { Id } from './common.ts';
import { ProjectStatus } from './projects.ts';

const ANALYTICS_DAYS = [7, 30, 90] as const;
export type AnalyticsDays = (typeof ANALYTICS_DAYS)[number];

/** `days` is the length of `activity`, 30 when missing. */
export const AnalyticsQuery = z.object({
  days: z
    .enum(['7', '30', '90'])
    .optional()
    .transform((days = '30') => Number(days) as AnalyticsDays),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** A day in the reader's time zone, as in 2026-11-20. */
const Day = z.string();

const StatusCount = z.object({ status: ProjectStatus, count: z.int() });

/** Number of projects with a progress in percent from `from` to `to`, both included. */
const ProgressCount = z.object({ from: z.int(), to: z.int(), count: z.int() });

const ProjectStorage = z.object({ id: Id, name: z.string(), bytes: z.int(), files: z.int() });

/** Counts of customers' events in a period. */
const Activity = z.object({
  /** How often customers opened projects. */
  views: z.int(),
  /** How often files were opened in the viewer. */
  previews: z.int(),
  /** How often files and whole versions were downloaded. */
  downloads: z.int(),
});
export type Activity = z.infer<typeof Activity>;

export const ActivityDay = Activity.extend({ day: Day });
export type ActivityDay = z.infer<typeof ActivityDay>;

/** A promised day that was not kept. */
const MissedDay = z.object({
  project: z.object({ id: Id, name: z.string() }),
  /** Null for a next version. */
  milestone: z.string().nullable(),
  due_on: Day,
  /** Null where it is not delivered. */
  delivered_on: Day.nullable(),
});
export type MissedDay = z.infer<typeof MissedDay>;

/** Promised days of the range, of milestones and next versions, as they were promised last. */
const PromisedDays = z.object({
  /** Delivered on their day, or before it. */
  kept: z.int(),
  /** Delivered after their day. */
  late: z.int(),
  /** Past, and not delivered. */
  overdue: z.int(),
  /** The latest of those that were not kept, 10 at most. */
  missed: z.array(MissedDay),
});
export type PromisedDays = z.infer<typeof PromisedDays>;

/** Numbers about a freelancer's projects and customers. The freelancer's own views are never counted. */
export const Analytics = z.object({
  days: z.int(),
  /** All five statuses, also those without projects. */
  projects_by_status: z.array(StatusCount),
  projects_progress: z.int(),
  progress_ranges: z.array(ProgressCount),
  storage: z.object({
    used_bytes: z.int(),
    limit_bytes: z.int(),
    /** Bytes uploaded in the last 30 days and not deleted since. */
    recent_bytes: z.int(),
    /**
     * When the limit is reached at that pace; today when it is reached already, null when nothing was uploaded lately.
     */
    limit_reached_on: Day.nullable(),
    /** The 20 largest at most; `other_bytes` is the rest. */
    by_project: z.array(ProjectStorage),
    other_bytes: z.int(),
  }),
  /** Every day of the range, oldest first, today last. */
  activity: z.array(ActivityDay),
  /** In all, over as many days before the range. */
  activity_before: Activity,
  promises: PromisedDays,
});
export type Analytics = z.infer<typeof Analytics>;

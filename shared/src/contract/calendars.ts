import { z } from 'zod';
import { IdText } from './common.ts';

/** Days of a project that a calendar has: all of them, or that of one milestone. */
export const CalendarQuery = z.object({ milestone: IdText.optional() });
export type CalendarQuery = z.infer<typeof CalendarQuery>;

/** A freelancer's secret address for a calendar and a feed reader. */
export const Feed = z.object({
  created_at: z.string(),
  /** When a program asked last; null before the first time. */
  last_fetched_at: z.string().nullable(),
});
export type Feed = z.infer<typeof Feed>;

/** `feed` is null where there is no secret address. */
export const FeedAnswer = z.object({ feed: Feed.nullable() });
export type FeedAnswer = z.infer<typeof FeedAnswer>;

/** A new secret address; only this answer holds it. */
export const NewFeed = Feed.extend({
  /** The promised days, as iCalendar. */
  calendar_url: z.string(),
  /** Ready versions, completed milestones and moved days, as Atom. */
  news_url: z.string(),
});
export type NewFeed = z.infer<typeof NewFeed>;

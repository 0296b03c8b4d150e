import { z } from 'zod';
import { IdText } from './common.ts';

/** Narrows a calendar to one milestone; without it all days of the project. */
export const CalendarQuery = z.object({ milestone: IdText.optional() });
export type CalendarQuery = z.infer<typeof CalendarQuery>;

/** A freelancer's secret address for a calendar and a feed reader. */
export const Feed = z.object({
  created_at: z.string(),
  /** Last request of a program; null before the first. */
  last_fetched_at: z.string().nullable(),
});
export type Feed = z.infer<typeof Feed>;

export const FeedAnswer = z.object({ feed: Feed.nullable() });
export type FeedAnswer = z.infer<typeof FeedAnswer>;

/** A new secret address; only this answer holds it. */
export const NewFeed = Feed.extend({
  /** Address of the promised days as iCalendar. */
  calendar_url: z.string(),
  /** Address of ready versions, completed milestones and moved days as Atom. */
  news_url: z.string(),
});
export type NewFeed = z.infer<typeof NewFeed>;

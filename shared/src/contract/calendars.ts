import { z } from 'zod';
import { IdText } from './common.ts';

/** Narrows a calendar to one milestone; without it all days of the project. */
export const CalendarQuery = z.object({ milestone: IdText.optional() });
export type CalendarQuery = z.infer<typeof CalendarQuery>;

export const Feed = z.object({
  created_at: z.string(),
  last_fetched_at: z.string().nullable(),
});
export type Feed = z.infer<typeof Feed>;

export const FeedAnswer = z.object({ feed: Feed.nullable() });
export type FeedAnswer = z.infer<typeof FeedAnswer>;

/** A new secret address; only this answer holds it. */
export const NewFeed = Feed.extend({
  calendar_url: z.string(),
  news_url: z.string(),
});
export type NewFeed = z.infer<typeof NewFeed>;

import { z } from 'zod';
import { IdText } from './common.ts';

/** Days of a project that a calendar has: all of them, or that of one milestone. */
export const CalendarQuery = z.object({ milestone: IdText.optional() });
export type CalendarQuery = z.infer<typeof CalendarQuery>;

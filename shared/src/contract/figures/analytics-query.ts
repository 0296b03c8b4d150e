import { z } from 'zod';
import { Day, IdText } from '../common.ts';

export const Measure = z.enum([
  'opens',
  'looks',
  'downloads',
  'complete',
  'bytes',
  'played',
  'first_look',
  'first_complete',
  'unopened',
  'storage',
  'milestone_days',
]);
export type Measure = z.infer<typeof Measure>;

export const Dimension = z.enum([
  'day',
  'week',
  'month',
  'weekday',
  'hour',
  'project',
  'customer',
  'version',
  'file',
  'device',
]);
export type Dimension = z.infer<typeof Dimension>;

const MOST_DIMENSIONS = 2;

/** Distinct names with commas between, such as `day,project`. */
const By = z
  .string()
  .max(40)
  .optional()
  .transform((text = '') => text.split(',').filter((name) => name !== ''))
  .pipe(
    z
      .array(Dimension)
      .max(MOST_DIMENSIONS, 'invalid')
      .refine((names) => new Set(names).size === names.length, 'invalid'),
  );

/** Days in the reader's time zone, both included; the last 30 by default. */
export const AnalyticsQuestion = z.object({
  measure: Measure,
  by: By,
  from: Day.optional(),
  to: Day.optional(),
  /** Number of days up to `to`, instead of `from`. */
  days: z.enum(['7', '30', '90']).transform(Number).optional(),
  compare: z.literal('previous').optional(),
  project: IdText.optional(),
  customer: IdText.optional(),
  version: IdText.optional(),
  format: z.enum(['json', 'csv']).optional(),
});
export type AnalyticsQuestion = z.infer<typeof AnalyticsQuestion>;

/** A sum, or a median with `p90`; null without values. */
const Figure = z.object({
  value: z.number().nullable(),
  p90: z.number().nullable(),
  /** `value` of the same number of days before; null without a comparison. */
  before: z.number().nullable(),
});

const AnalyticsRow = Figure.extend({
  /**
   * One for each dimension. `key` is a day, the Monday of a week, a month, 1 (Monday) to 7, an hour from 00 to 23, an
   * id or a device; empty for downloads of whole versions and work without a client. `name` is null for times.
   */
  keys: z.array(z.object({ key: z.string(), name: z.string().nullable() })),
});
export type AnalyticsRow = z.infer<typeof AnalyticsRow>;

export const AnalyticsAnswer = z.object({
  measure: Measure,
  unit: z.enum(['count', 'bytes', 'seconds', 'days']),
  zone: z.string(),
  from: Day,
  to: Day,
  by: z.array(Dimension),
  /** Times in their order, else the largest first. A table of one time has a row for each, even an empty one. */
  rows: z.array(AnalyticsRow),
  /** True for more than 5,000 rows; `total` counts them all. */
  is_truncated: z.boolean(),
  total: Figure,
  /** Storage used now, for the measure `storage` only. */
  storage: z
    .object({ used_bytes: z.int(), limit_bytes: z.int(), limit_reached_on: Day.nullable() })
    .nullable(),
});
export type AnalyticsAnswer = z.infer<typeof AnalyticsAnswer>;

import { z } from 'zod';
import { Id, Timestamp } from './common.ts';
import { Currency } from './plans.ts';

export const ProgramEventType = z.enum([
  'project.created',
  'milestone.completed',
  'version.ready',
  'version.seen',
  'version.delivered',
  'payment.succeeded',
]);
export type ProgramEventType = z.infer<typeof ProgramEventType>;

export const PROGRAM_EVENT_DAYS = 30;

export const MAX_PROGRAM_EVENTS = 100;

const Named = z.object({ id: Id, name: z.string() });

/** Ids and names at that time; no addresses of files. */
export const ProgramEventData = z.object({
  project: Named.optional(),
  milestone: Named.optional(),
  version: z.object({ id: Id, version_number: z.string() }).optional(),
  client: Named.optional(),
  payment: z
    .object({ amount_cents: z.int(), currency: Currency, period_start: Timestamp, period_end: Timestamp })
    .optional(),
});
export type ProgramEventData = z.infer<typeof ProgramEventData>;

export const ProgramEvent = z.object({
  id: Id,
  type: ProgramEventType,
  timestamp: Timestamp,
  data: ProgramEventData,
});
export type ProgramEvent = z.infer<typeof ProgramEvent>;

export const ProgramEvents = z.object({
  results: z.array(ProgramEvent),
  /** Value for the next `after`: the last event of this answer, or the given value. */
  after: z.int(),
  more: z.boolean(),
});
export type ProgramEvents = z.infer<typeof ProgramEvents>;

const Position = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,9})$/)
  .transform(Number)
  .pipe(z.int32().nonnegative());

const Amount = z
  .string()
  .regex(/^[1-9]\d{0,2}$/)
  .transform(Number)
  .pipe(z.int().max(MAX_PROGRAM_EVENTS));

export const ProgramEventsQuery = z.object({ after: Position.optional(), limit: Amount.optional() });
export type ProgramEventsQuery = z.infer<typeof ProgramEventsQuery>;

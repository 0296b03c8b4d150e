import { z } from 'zod';

/** Changed part of a project: its own fields, its milestones, versions or files, or the events of clients. */
export const CHANGED_PARTS = ['project', 'milestones', 'versions', 'files', 'looks'] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

/** From where a stream goes on when no Last-Event-ID is sent. */
export const ChangesQuery = z.object({
  /** The id of the last event that was read. */
  after: z.string().max(100).optional(),
  /** How many seconds ago the reader's data was read. */
  age: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional(),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** The id of the last change: a stream that begins after it misses nothing that comes later. */
export const ChangesPosition = z.object({ last_event_id: z.string() });

/** Message of the stream: a part of a project changed, a project left the list, or all is to be read anew. */
export type Hint =
  | { event: 'change'; project: number; parts: ChangedPart[] }
  | { event: 'list' }
  | { event: 'resync' };

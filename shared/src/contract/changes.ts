import { z } from 'zod';

export const CHANGED_PARTS = ['project', 'milestones', 'versions', 'files', 'looks'] as const;
export type ChangedPart = (typeof CHANGED_PARTS)[number];

export const ChangesQuery = z.object({
  after: z.string().max(100).optional(),
  age: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional(),
});
export type ChangesQuery = z.infer<typeof ChangesQuery>;

/** Id of the last change: a stream that begins after it misses no later one. */
export const ChangesPosition = z.object({ last_event_id: z.string() });

/** Event of the stream: part of a project changed, a project left the list, or everything must be read again. */
export type Hint =
  | { event: 'change'; project: number; parts: ChangedPart[] }
  | { event: 'list' }
  | { event: 'resync' };

import { z } from 'zod';
import { Day, Description, EditedAt, Id, MAX_NAME_LENGTH, Timestamp, nameText, pageOf } from './common.ts';

export const Milestone = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  completed: z.boolean(),
  /** Position in the project, 1 to n without gaps (specification 5.3). */
  order: z.int(),
  project: Id,
  /** Promised day (specification 5.16); null without one. */
  due_on: Day.nullable(),
  edited_at: Timestamp,
});
export type Milestone = z.infer<typeof Milestone>;

export const MilestonePage = pageOf(Milestone);

export const CreateMilestone = z.object({
  name: nameText(MAX_NAME_LENGTH),
  description: Description,
  completed: z.boolean().default(false),
  project: Id,
  order: z.int32().min(1).optional(),
  due_on: Day.nullish(),
});
export type CreateMilestone = z.infer<typeof CreateMilestone>;

export const UpdateMilestone = z.object({
  name: nameText(MAX_NAME_LENGTH).optional(),
  description: z.string().nullish().pipe(Description).optional(),
  completed: z.boolean().optional(),
  order: z.int32().min(1).optional(),
  due_on: Day.nullable().optional(),
  edited_at: EditedAt,
});
export type UpdateMilestone = z.infer<typeof UpdateMilestone>;

export const CopyMilestones = z.object({ project: Id });
export type CopyMilestones = z.infer<typeof CopyMilestones>;

export const CopiedMilestones = z.object({ added: z.int() });
export type CopiedMilestones = z.infer<typeof CopiedMilestones>;

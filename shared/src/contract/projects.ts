import { z } from 'zod';
import {
  Day,
  Description,
  EditedAt,
  Id,
  IdText,
  MAX_NAME_LENGTH,
  SearchText,
  Timestamp,
  nameText,
  pageOf,
} from './common.ts';
import { Cover } from './files.ts';
import { Milestone } from './milestones.ts';
import { Version } from './versions.ts';

export const ProjectStatus = z.enum(['pending', 'in-progress', 'completed', 'on-hold', 'cancelled']);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

const News = z.object({ versions: z.int(), files: z.int() });

const Seen = z.object({ username: z.string(), at: Timestamp });

/** A project in lists and in detail (specification 5.1); in lists `milestones` and `versions` are empty. */
export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  customer: z.string().nullable(),
  customer_id: Id.nullable(),
  freelancer: z.string(),
  status: ProjectStatus,
  progress: z.int(),
  last_updated: Timestamp,
  created_at: Timestamp,
  edited_at: Timestamp,
  /** Promised day of the next version (specification 5.16); null without one, and once a version exists. */
  expected_on: Day.nullable(),
  /** Earliest open promised day: of an incomplete milestone, or `expected_on`. */
  next_due_on: Day.nullable(),
  /** Previous visit of a customer; null at the first visit and for freelancers. */
  previous_visit: Timestamp.nullable(),
  news: News.nullable(),
  /** For freelancers, in detail only: last customer who looked at the newest version; null before the first look. */
  seen: Seen.nullable(),
  cover: Cover.nullable(),
  milestones: z.array(Milestone),
  versions: z.array(Version),
});
export type Project = z.infer<typeof Project>;

export const ProjectPage = pageOf(Project);
export type ProjectPage = z.infer<typeof ProjectPage>;

export const ProjectsSummary = z.object({
  total_projects: z.int(),
  remaining_milestones: z.int(),
  projects_progress: z.int(),
});
export type ProjectsSummary = z.infer<typeof ProjectsSummary>;

export const CreateProject = z.object({
  name: nameText(MAX_NAME_LENGTH),
  description: Description,
  customer_id: Id.nullish().transform((id) => id ?? null),
  expected_on: Day.nullish(),
});
export type CreateProject = z.infer<typeof CreateProject>;

export const ProjectCopy = z.object({ id: Id });
export type ProjectCopy = z.infer<typeof ProjectCopy>;

/** Body of PUT and PATCH; a missing field stays as it is, `customer_id: null` removes the customer. */
export const UpdateProject = z.object({
  name: nameText(MAX_NAME_LENGTH).optional(),
  description: z.string().nullish().pipe(Description).optional(),
  customer_id: Id.nullable().optional(),
  expected_on: Day.nullable().optional(),
  /** `auto` removes an override; derived values from a client are ignored (specification 5.2). */
  status: z.enum([...ProjectStatus.options, 'auto']).optional(),
  edited_at: EditedAt,
});
export type UpdateProject = z.infer<typeof UpdateProject>;

/** Orderings of the list; a leading minus reverses one. Newest first by default. */
export const PROJECT_ORDERINGS = [
  'created_at',
  '-created_at',
  'name',
  '-name',
  'customer',
  '-customer',
  'status',
  '-status',
  'progress',
  '-progress',
  'last_updated',
  '-last_updated',
  'next_due_on',
  '-next_due_on',
] as const;
export type ProjectOrdering = (typeof PROJECT_ORDERINGS)[number];

const blank = z.literal('').transform(() => undefined);

/** Filters of the list; an empty one counts as missing. */
export const ProjectFilters = z.object({
  search: SearchText.optional(),
  status: blank.or(ProjectStatus).optional(),
  customer: blank.or(IdText).optional(),
  /** Projects with an open promise on this day or later. */
  due_from: blank.or(Day).optional(),
  /** Projects with an open promise on this day or earlier; with `due_from`, between the two. */
  due_to: blank.or(Day).optional(),
  ordering: blank.or(z.enum(PROJECT_ORDERINGS)).optional(),
});
export type ProjectFilters = z.infer<typeof ProjectFilters>;

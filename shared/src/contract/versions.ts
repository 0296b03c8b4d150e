import { z } from 'zod';
import {
  Description,
  EditedAt,
  FormId,
  Id,
  MAX_VERSION_NUMBER_LENGTH,
  Timestamp,
  nameText,
  pageOf,
} from './common.ts';
import { Cover, ProjectFile } from './files.ts';
import { Link } from './links.ts';
import { Section } from './sections.ts';

export const Version = z.object({
  id: Id,
  version_number: z.string(),
  description: z.string(),
  project: Id,
  created_at: Timestamp,
  edited_at: Timestamp,
  /** Time from which clients see it, which is `created_at` in their answers; null for a draft. */
  ready_at: Timestamp.nullable(),
  file_count: z.int(),
  size: z.int(),
  cover: Id.nullable(),
  /** At most 4 files with a picture: the chosen one, then the first ones. */
  covers: z.array(Cover),
  sections: z.array(Section.pick({ id: true, name: true })),
  links: z.array(Link.omit({ order: true, version: true })),
  files: z.array(ProjectFile),
});
export type Version = z.infer<typeof Version>;

export const VersionPage = pageOf(Version);

/** Time from which clients see a version: `now`, a future time, or null (in a form: empty) for a draft. */
const ReadyAt = z.union([
  z.literal('now'),
  z.null(),
  z.literal('').transform(() => null),
  z
    .string()
    .max(40)
    .pipe(z.iso.datetime({ offset: true })),
]);
export type ReadyAt = z.infer<typeof ReadyAt>;

export const CreateVersion = z.object({
  version_number: nameText(MAX_VERSION_NUMBER_LENGTH),
  description: Description,
  project: FormId,
  ready_at: ReadyAt.optional(),
});
export type CreateVersion = z.infer<typeof CreateVersion>;

export const UpdateVersion = z.object({
  version_number: nameText(MAX_VERSION_NUMBER_LENGTH).optional(),
  description: z.string().nullish().pipe(Description).optional(),
  cover: FormId.nullable().optional(),
  /** The version's own time is accepted even when it has passed. */
  ready_at: ReadyAt.optional(),
  edited_at: EditedAt,
});
export type UpdateVersion = z.infer<typeof UpdateVersion>;

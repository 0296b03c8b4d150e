import { z } from 'zod';
import { Id, Timestamp, nameText, pageOf } from './common.ts';

/** A file (specification 6.1). `file` and `thumbnail` are paths that start with /api/. */
export const ProjectFile = z.object({
  id: Id,
  name: z.string(),
  file: z.string(),
  version: Id,
  /** Path of the small thumbnail; null while there is none. */
  thumbnail: z.string().nullable(),
  /** Path of the large thumbnail. */
  thumbnail_large: z.string().nullable(),
  is_image: z.boolean(),
  is_video: z.boolean(),
  /** Media type found in the bytes, not the declared one. */
  file_type: z.string(),
  size: z.int(),
  created_at: Timestamp,
});
export type ProjectFile = z.infer<typeof ProjectFile>;

export const ProjectFilePage = pageOf(ProjectFile);

export const MAX_FILE_NAME_LENGTH = 255;

/** The same for PUT and PATCH; a missing field stays as it is. */
export const UpdateFile = z.object({
  /** With or without the file's extension, which stays. */
  name: nameText(MAX_FILE_NAME_LENGTH).optional(),
});
export type UpdateFile = z.infer<typeof UpdateFile>;

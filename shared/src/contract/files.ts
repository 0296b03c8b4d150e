import { z } from 'zod';
import { Id, Timestamp, pageOf } from './common.ts';

/** Specification 6.1, File. `file` and `thumbnail` are paths that start with /api/. */
export const ProjectFile = z.object({
  id: Id,
  name: z.string(),
  file: z.string(),
  version: Id,
  /** Small picture; null while there is none. */
  thumbnail: z.string().nullable(),
  /** The larger of the two pictures. */
  thumbnail_large: z.string().nullable(),
  is_image: z.boolean(),
  is_video: z.boolean(),
  /** Media type sniffed from the bytes, not the one that was declared. */
  file_type: z.string(),
  size: z.int(),
  created_at: Timestamp,
});
export type ProjectFile = z.infer<typeof ProjectFile>;

export const ProjectFilePage = pageOf(ProjectFile);

export const MAX_FILE_NAME_LENGTH = 255;

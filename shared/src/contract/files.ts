import { z } from 'zod';
import { Id, Timestamp, nameText, pageOf } from './common.ts';

/** Kind of a file, which decides its icon and viewer (specification 6.1). */
export const FileKind = z.enum(['image', 'video', 'audio', 'pdf', 'text', 'archive', 'font', 'other']);
export type FileKind = z.infer<typeof FileKind>;

/** A file (specification 6.1). `file` and `thumbnail` are paths that start with /api/. */
export const ProjectFile = z.object({
  id: Id,
  name: z.string(),
  file: z.string(),
  version: Id,
  thumbnail: z.string().nullable(),
  thumbnail_medium: z.string().nullable(),
  thumbnail_large: z.string().nullable(),
  /** Pixels of the upright picture, a film's frame or a pdf's first page; null until drawn. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Mean colour of the picture, as `#rrggbb`. */
  tint: z.string().nullable(),
  /** Path of the largest picture, the file itself if browsers show it; null without one. */
  picture: z.string().nullable(),
  /** Pages of a pdf or of a multi-page TIFF; null until drawn, and for other files. */
  pages: z.int().nullable(),
  /** Duration of a film or sound in seconds; null until measured, and for other files. */
  duration: z.number().nullable(),
  /** Path of the preview of a film or sound that does not play everywhere; null without one. */
  preview: z.string().nullable(),
  /** Percent of the preview in the making; null without one. */
  preview_percent: z.int().nullable(),
  kind: FileKind,
  is_image: z.boolean(),
  is_video: z.boolean(),
  /** Media type found in the bytes, not the declared one. */
  file_type: z.string(),
  size: z.int(),
  /** Section of its version; null without one (specification 6.19). */
  section: Id.nullable(),
  /** Plain text below the picture, or empty (specification 6.18). */
  caption: z.string(),
  /** Description of the picture for screen readers; empty if the caption or the name suffices. */
  alt: z.string(),
  /** Modification time at its origin (specification 6.16); null if unknown. */
  modified_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ProjectFile = z.infer<typeof ProjectFile>;

export const Cover = ProjectFile.pick({
  id: true,
  name: true,
  file_type: true,
  is_video: true,
  thumbnail: true,
  thumbnail_medium: true,
  thumbnail_large: true,
  width: true,
  height: true,
  tint: true,
});
export type Cover = z.infer<typeof Cover>;

/** Most pictures of a version in lists without its files. */
export const MAX_COVERS = 4;

/** Position of files that were never moved. */
export const LAST_POSITION = 2_147_483_647;

/** Lists across versions name the project of each file. */
export const ListedFile = ProjectFile.extend({ project: Id.optional() });
export type ListedFile = z.infer<typeof ListedFile>;

export const ProjectFilePage = pageOf(ListedFile);

export const MAX_FILE_NAME_LENGTH = 255;

export const MAX_CAPTION_LENGTH = 200;

export const Caption = z
  .string()
  .trim()
  .max(MAX_CAPTION_LENGTH, { abort: true })
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  .regex(/^[^\u0000-\u001f\u007f]*$/);

/** Body of PUT and PATCH alike; a missing field stays as it is. */
export const UpdateFile = z.object({
  /** With or without the file's extension, which stays. */
  name: nameText(MAX_FILE_NAME_LENGTH).optional(),
  /** Position among the files of the version, from 1; a larger one is the last. */
  order: z.int32().min(1).optional(),
  /** A section of the file's version; null removes it from its section. */
  section: Id.nullable().optional(),
  caption: Caption.optional(),
  alt: Caption.optional(),
});
export type UpdateFile = z.infer<typeof UpdateFile>;

export const MAX_FILES_AT_ONCE = 500;

const ChangedFile = UpdateFile.omit({ order: true }).extend({
  id: Id,
  /** Expected values of the file; others change nothing and answer 409. */
  was: z
    .object({
      name: z.string().max(MAX_FILE_NAME_LENGTH),
      section: Id.nullable(),
      caption: z.string().max(MAX_CAPTION_LENGTH),
      alt: z.string().max(MAX_CAPTION_LENGTH),
    })
    .partial()
    .optional(),
});
export type ChangedFile = z.infer<typeof ChangedFile>;

export const UpdateFiles = z.object({ files: z.array(ChangedFile).min(1).max(MAX_FILES_AT_ONCE) });
export type UpdateFiles = z.infer<typeof UpdateFiles>;

export const UpdatedFiles = z.object({ files: z.array(ProjectFile) });
export type UpdatedFiles = z.infer<typeof UpdatedFiles>;

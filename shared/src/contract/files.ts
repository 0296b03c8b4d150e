import { z } from 'zod';
import { Id, Timestamp, nameText, pageOf } from './common.ts';

/** Kind of a file: it decides the icon, and the view that opens it (specification 6.1). */
export const FileKind = z.enum(['image', 'video', 'audio', 'pdf', 'text', 'archive', 'font', 'other']);
export type FileKind = z.infer<typeof FileKind>;

/** A file (specification 6.1). `file` and `thumbnail` are paths that start with /api/. */
export const ProjectFile = z.object({
  id: Id,
  name: z.string(),
  file: z.string(),
  version: Id,
  /** Path of the small thumbnail; null while there is none. */
  thumbnail: z.string().nullable(),
  /** Path of the picture of at most 960 pixels. */
  thumbnail_medium: z.string().nullable(),
  /** Path of the large thumbnail. */
  thumbnail_large: z.string().nullable(),
  /** Pixels of the picture as it is shown: upright, a film's frame, a pdf's first page; null until it is drawn. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Mean colour of the picture, as `#rrggbb`. */
  tint: z.string().nullable(),
  /** Path of the picture with the most pixels: the file itself, where browsers show it; null where there is none. */
  picture: z.string().nullable(),
  /** How many pages a pdf has, or a TIFF of several; null until it is drawn, and for other files. */
  pages: z.int().nullable(),
  /** Seconds that a film or a sound lasts; null until it is measured, and for other files. */
  duration: z.number().nullable(),
  /** Path of the preview of a film or a sound that does not play everywhere; null where there is none. */
  preview: z.string().nullable(),
  /** Percent of it that are made; null where none is being made. */
  preview_percent: z.int().nullable(),
  kind: FileKind,
  /** True if browsers show the file itself as a picture. */
  is_image: z.boolean(),
  is_video: z.boolean(),
  /** Media type found in the bytes, not the declared one. */
  file_type: z.string(),
  size: z.int(),
  /** Section of the version that it is in; null in none (specification 6.19). */
  section: Id.nullable(),
  /** Plain text below the picture; empty where there is none (specification 6.18). */
  caption: z.string(),
  /** The picture in words, for screen readers; empty where the caption or the name says it. */
  alt: z.string(),
  /** When it was last changed where it came from (specification 6.16); null where that is not known. */
  modified_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ProjectFile = z.infer<typeof ProjectFile>;

/** A file with a picture that stands for a version or a project (specification 5.4). */
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

/** A version shows at most so many pictures where its files are not listed. */
export const MAX_COVERS = 4;

/** Position of files that were never moved. */
export const LAST_POSITION = 2_147_483_647;

/** Lists that are not of one version name the project of each file. */
export const ListedFile = ProjectFile.extend({ project: Id.optional() });
export type ListedFile = z.infer<typeof ListedFile>;

export const ProjectFilePage = pageOf(ListedFile);

export const MAX_FILE_NAME_LENGTH = 255;

export const MAX_CAPTION_LENGTH = 200;

/** One line of plain text, trimmed; an empty one is none. */
export const Caption = z
  .string()
  .trim()
  .max(MAX_CAPTION_LENGTH, { abort: true })
  // oxlint-disable-next-line no-control-regex -- the point of the rule
  .regex(/^[^\u0000-\u001f\u007f]*$/);

/** The body of PUT and PATCH alike; a missing field stays as it is. */
export const UpdateFile = z.object({
  /** With or without the file's extension, which stays. */
  name: nameText(MAX_FILE_NAME_LENGTH).optional(),
  /** New place among the files of the version, from 1; beyond the end: at the end. */
  order: z.int32().min(1).optional(),
  /** A section of the file's version; null takes it out of all. */
  section: Id.nullable().optional(),
  caption: Caption.optional(),
  alt: Caption.optional(),
});
export type UpdateFile = z.infer<typeof UpdateFile>;

/** So many files are changed with one request. */
export const MAX_FILES_AT_ONCE = 500;

/** A file of a version, and what of it changes. */
const ChangedFile = UpdateFile.omit({ order: true }).extend({
  id: Id,
  /** Values that the file must still have; where it has others, nothing is changed and the answer is 409. */
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

/** Changes of several files of one version, all of them or none (specification 6.20). */
export const UpdateFiles = z.object({ files: z.array(ChangedFile).min(1).max(MAX_FILES_AT_ONCE) });
export type UpdateFiles = z.infer<typeof UpdateFiles>;

/** The files of the request as they are now, in its order. */
export const UpdatedFiles = z.object({ files: z.array(ProjectFile) });
export type UpdatedFiles = z.infer<typeof UpdatedFiles>;

import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type FilesTable = {
  id: Generated<number>;
  version_id: number;
  /** Freelancer with the storage it counts in. */
  owner_id: number;
  name: string;
  storage_key: string;
  size_bytes: number;
  sha256: string | null;
  /** Unsigned 32-bit; null until known. */
  crc32: number | null;
  media_type: string;
  thumbnail_key: string | null;
  thumbnail_large_key: string | null;
  thumbnail_bytes: number | null;
  thumbnail_large_bytes: number | null;
  thumbnail_medium_key: Generated<string | null>;
  thumbnail_medium_bytes: Generated<number | null>;
  /** Full-size picture of a file that browsers do not show. */
  whole_key: Generated<string | null>;
  whole_bytes: Generated<number | null>;
  /** Pixels of the upright picture; null until it is drawn. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** Mean colour of the picture, as #rrggbb. */
  tint: Generated<string | null>;
  pages: Generated<number | null>;
  duration_ms: Generated<number | null>;
  /** State of the copy that plays in place of a film or a sound that some browsers cannot play. */
  preview_key: Generated<string | null>;
  preview_bytes: Generated<number | null>;
  /** How much of it is made; null where none is being made. */
  preview_percent: Generated<number | null>;
  /** The picture in the web size (specification 6.22); without bytes where it is not made, or is away. */
  web_key: Generated<string | null>;
  web_bytes: Generated<number | null>;
  /** Unsigned 32-bit. */
  web_crc32: Generated<number | null>;
  /** Null until one was drawn; `none` where it has none, as what moves, and the original stands in its place. */
  web_type: Generated<'image/jpeg' | 'image/png' | 'none' | null>;
  /** How often the pictures and the preview were removed to keep within a budget; their keys depend on it. */
  derived_round: Generated<number>;
  /** True while they are removed and not made again yet. Keys of pictures stay without bytes then. */
  is_derived_away: Generated<boolean>;
  /** Place among the files of the version; files that were never moved come last, oldest first. */
  position: Generated<number>;
  section_id: Generated<number | null>;
  caption: Generated<string>;
  /** The picture in words, for those who do not see it; empty where the caption or the name says it. */
  alt: Generated<string>;
  /** The caption in the form that searches compare. */
  caption_key: Generated<string>;
  /** When it was last changed where it came from, to two seconds; null where that is not known. */
  modified_at: Generated<Timestamp | null>;
  created_at: Timestamp;
};

export type UploadsTable = {
  /** Random; also in a resumable upload's address. */
  id: string;
  owner_id: number;
  version_id: number | null;
  /** `import`: an archive of everything, which goes to no version. */
  kind: 'multipart' | 'resumable' | 'import';
  name: string;
  storage_key: string;
  /** Space in bytes, reserved until the upload is finished, dropped or expired. */
  size_bytes: number;
  /** Announced length of a resumable upload; null for a form. */
  length_bytes: number | null;
  /** Bytes of a resumable upload that are durable. Bytes that the store holds beyond them do not count. */
  synced_bytes: Generated<number>;
  /** A `finished` upload holds no space; a client that missed the answer learns from it which file it became. */
  state: 'receiving' | 'finished' | 'sweeping';
  file_id: number | null;
  /** The date of the file as its sender gave it, which may lie in the future. */
  modified_at: Generated<Timestamp | null>;
  /** The file comes into this section; one that is gone by then counts as none. */
  section_id: Generated<number | null>;
  /** The lock of the upload among instances: its holder, its end unless renewed, and a waiting instance. */
  holder: Generated<string | null>;
  held_until: Generated<Timestamp | null>;
  is_asked_for: Generated<boolean>;
  created_at: Timestamp;
  expires_at: Timestamp;
};

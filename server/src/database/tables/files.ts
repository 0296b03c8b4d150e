import type { Generated } from 'kysely';
import type { Timestamp } from './timestamp.ts';

export type FilesTable = {
  id: Generated<number>;
  version_id: number;
  /** Its storage counts the file. */
  owner_id: number;
  name: string;
  storage_key: string;
  size_bytes: number;
  sha256: string | null;
  /** Unsigned, 32 bits. */
  crc32: number | null;
  media_type: string;
  thumbnail_key: string | null;
  thumbnail_large_key: string | null;
  thumbnail_bytes: number | null;
  thumbnail_large_bytes: number | null;
  thumbnail_medium_key: Generated<string | null>;
  thumbnail_medium_bytes: Generated<number | null>;
  /** Full-resolution picture of a file that browsers do not show. */
  whole_key: Generated<string | null>;
  whole_bytes: Generated<number | null>;
  /** Pixels of the upright picture. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** Mean colour of the picture, as #rrggbb. */
  tint: Generated<string | null>;
  pages: Generated<number | null>;
  duration_ms: Generated<number | null>;
  /** Copy of a film or sound that some browsers cannot play. */
  preview_key: Generated<string | null>;
  preview_bytes: Generated<number | null>;
  /** Null where none is being made. */
  preview_percent: Generated<number | null>;
  /** Web size (specification 6.22). */
  web_key: Generated<string | null>;
  web_bytes: Generated<number | null>;
  /** Unsigned 32-bit. */
  web_crc32: Generated<number | null>;
  /** Null until drawn; `none` where the original stands for it, as for animations. */
  web_type: Generated<'image/jpeg' | 'image/png' | 'none' | null>;
  /** Times that derived objects were removed for the budget; their keys depend on it. */
  derived_round: Generated<number>;
  /** True while removed; keys of pictures then have no bytes. */
  is_derived_away: Generated<boolean>;
  /** Files that were never moved come last, oldest first. */
  position: Generated<number>;
  section_id: Generated<number | null>;
  caption: Generated<string>;
  /** Text alternative; empty where the caption or the name says it. */
  alt: Generated<string>;
  /** Caption as searches compare it. */
  caption_key: Generated<string>;
  /** Date from the sender, to two seconds. */
  modified_at: Generated<Timestamp | null>;
  created_at: Timestamp;
};

export type UploadsTable = {
  /** Random; also in a resumable upload's address. */
  id: string;
  owner_id: number;
  version_id: number | null;
  /** `import`: an archive, which goes to no version. */
  kind: 'multipart' | 'resumable' | 'import';
  name: string;
  storage_key: string;
  /** Reserved until the upload is finished, dropped or expired. */
  size_bytes: number;
  /** Null for a form. */
  length_bytes: number | null;
  /** Durable bytes; what the store holds beyond them does not count. */
  synced_bytes: Generated<number>;
  /** `finished` holds no space and names the file to a client that missed the answer. */
  state: 'receiving' | 'finished' | 'sweeping';
  file_id: number | null;
  /** As its sender gave it; may lie in the future. */
  modified_at: Generated<Timestamp | null>;
  /** A section that is gone by then is none. */
  section_id: Generated<number | null>;
  /** Lock among instances: holder, end unless renewed, another one waiting. */
  holder: Generated<string | null>;
  held_until: Generated<Timestamp | null>;
  is_asked_for: Generated<boolean>;
  created_at: Timestamp;
  expires_at: Timestamp;
};

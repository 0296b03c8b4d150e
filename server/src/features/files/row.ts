import type { Cover, FileKind, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { fileKindOf, isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';

export const FILE_COLUMNS = [
  'files.id',
  'files.version_id',
  'files.name',
  'files.size_bytes',
  'files.media_type',
  'files.thumbnail_key',
  'files.thumbnail_medium_key',
  'files.thumbnail_large_key',
  'files.whole_key',
  'files.width',
  'files.height',
  'files.tint',
  'files.pages',
  'files.duration_ms',
  'files.preview_key',
  'files.preview_percent',
  'files.derived_round',
  'files.is_derived_away',
  'files.position',
  'files.section_id',
  'files.caption',
  'files.alt',
  'files.modified_at',
  'files.created_at',
] as const;

export const DERIVED_COLUMNS = {
  small: ['thumbnail_key', 'thumbnail_bytes'],
  medium: ['thumbnail_medium_key', 'thumbnail_medium_bytes'],
  large: ['thumbnail_large_key', 'thumbnail_large_bytes'],
  whole: ['whole_key', 'whole_bytes'],
  preview: ['preview_key', 'preview_bytes'],
  web: ['web_key', 'web_bytes'],
} as const;

export type FileRow = {
  id: number;
  version_id: number;
  name: string;
  size_bytes: number;
  media_type: string;
  thumbnail_key: string | null;
  thumbnail_medium_key: string | null;
  thumbnail_large_key: string | null;
  whole_key: string | null;
  width: number | null;
  height: number | null;
  tint: string | null;
  pages: number | null;
  duration_ms: number | null;
  preview_key: string | null;
  preview_percent: number | null;
  derived_round: number;
  is_derived_away: boolean | 0 | 1;
  position: number;
  section_id: number | null;
  caption: string;
  alt: string;
  modified_at: string | null;
  created_at: string;
};

/** Converts a file to its form in the API, which never includes storage keys. */
export function toProjectFile(row: FileRow): ProjectFile {
  const { id, name, file_type, is_video, ...thumbnails } = toCover(row);
  const file = `/api/files/${id}/content/`;
  const is_image = isShownAsImage(row.media_type);
  const whole = row.whole_key === null ? thumbnails.thumbnail_large : addressOf(row, 'whole');
  return {
    id,
    name,
    file,
    version: row.version_id,
    ...thumbnails,
    picture: is_image ? file : whole,
    pages: row.pages,
    duration: row.duration_ms === null ? null : row.duration_ms / 1000,
    preview: row.preview_key === null ? null : `/api/files/${id}/preview/`,
    preview_percent: row.preview_percent,
    kind: kindOf(row),
    is_image,
    is_video,
    file_type,
    size: row.size_bytes,
    section: row.section_id,
    caption: row.caption,
    alt: row.alt,
    modified_at: row.modified_at,
    created_at: row.created_at,
  };
}

/** Returns the kind of a file; an office document is shown by its pdf, and only downloaded until it has one. */
function kindOf({ media_type, name, preview_key }: FileRow): FileKind {
  const kind = fileKindOf(media_type, name);
  return kind === 'other' && preview_key !== null ? 'pdf' : kind;
}

type CoverRow = Omit<
  FileRow,
  | 'version_id'
  | 'size_bytes'
  | 'position'
  | 'section_id'
  | 'caption'
  | 'alt'
  | 'modified_at'
  | 'whole_key'
  | 'pages'
  | 'duration_ms'
  | 'preview_key'
  | 'preview_percent'
>;

export function toCover(row: CoverRow): Cover {
  return {
    id: row.id,
    name: row.name,
    file_type: row.media_type,
    is_video: row.media_type.startsWith('video/'),
    thumbnail: row.thumbnail_key === null && !isFilmAway(row) ? null : addressOf(row),
    thumbnail_medium: row.thumbnail_medium_key === null ? null : addressOf(row, 'medium'),
    thumbnail_large: row.thumbnail_large_key === null ? null : addressOf(row, 'large'),
    width: row.width,
    height: row.height,
    tint: row.tint,
  };
}

/** Returns true for a film that may have lost its only preview, since a request for its address makes it again. */
function isFilmAway({ media_type, is_derived_away }: Pick<CoverRow, 'media_type' | 'is_derived_away'>) {
  return Boolean(is_derived_away) && media_type.startsWith('video/');
}

/**
 * Dates the address by creation time and drawing round, so no cache is stale (specification 6.2). It stays while
 * pictures are away.
 */
function addressOf(
  {
    id,
    created_at,
    derived_round,
    is_derived_away,
  }: Pick<FileRow, 'id' | 'created_at' | 'derived_round' | 'is_derived_away'>,
  size?: string,
): string {
  const made = derived_round - (is_derived_away ? 1 : 0);
  const again = made > 0 ? `&n=${made}` : '';
  return `/api/files/${id}/thumbnail/?${size === undefined ? '' : `size=${size}&`}t=${Date.parse(created_at)}${again}`;
}

import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

export const FILE_COLUMNS = [
  'files.id',
  'files.version_id',
  'files.name',
  'files.size_bytes',
  'files.media_type',
  'files.thumbnail_key',
  'files.thumbnail_large_key',
  'files.created_at',
] as const;

/** The columns of `files` that make the contract object. */
export type FileRow = {
  id: number;
  version_id: number;
  name: string;
  size_bytes: number;
  media_type: string;
  thumbnail_key: string | null;
  thumbnail_large_key: string | null;
  created_at: string;
};

/** Raster images that browsers show; never svg, which may run scripts (specification 6.7). */
const SHOWN_IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

function isShownAsImage(mediaType: string): boolean {
  return SHOWN_IMAGES.has(mediaType);
}

/** A file as the API shows it; storage keys are never part of it. */
export function toProjectFile(row: FileRow): ProjectFile {
  // Thumbnail addresses carry the file's time of creation in milliseconds, so that caches serve no old one
  // (specification 6.2).
  const time = Date.parse(row.created_at);
  const address = `/api/files/${row.id}`;
  return {
    id: row.id,
    name: row.name,
    file: `${address}/content/`,
    version: row.version_id,
    thumbnail: row.thumbnail_key === null ? null : `${address}/thumbnail/?t=${time}`,
    thumbnail_large: row.thumbnail_large_key === null ? null : `${address}/thumbnail/?size=large&t=${time}`,
    is_image: isShownAsImage(row.media_type),
    is_video: row.media_type.startsWith('video/'),
    file_type: row.media_type,
    size: row.size_bytes,
    created_at: row.created_at,
  };
}

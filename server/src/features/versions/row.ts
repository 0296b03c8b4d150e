import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type FileSums, toCovers } from '../files/row-sums.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';

export const VERSION_COLUMNS = [
  'versions.id',
  'versions.project_id',
  'versions.version_number',
  'versions.description',
  'versions.created_at',
  'versions.edited_at',
  'versions.cover_id',
] as const;

/** The columns of `versions` that make the contract object. */
export type VersionRow = {
  id: number;
  project_id: number;
  version_number: string;
  description: string;
  created_at: string;
  edited_at: string;
  cover_id: number | null;
};

export function toVersion(row: VersionRow & FileSums, files: ProjectFile[]): Version {
  return {
    id: row.id,
    version_number: row.version_number,
    description: row.description,
    project: row.project_id,
    created_at: row.created_at,
    edited_at: row.edited_at,
    file_count: Number(row.file_count),
    size: Number(row.size),
    cover: row.cover_id,
    covers: toCovers(row),
    files,
  };
}

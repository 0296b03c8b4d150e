import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { toVersionLink } from '../links/row.ts';
import { parseJsonRows } from '../../database/json-rows.ts';
import { type FileSums, toCovers } from '../files/row-sums.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { CurrentUser } from '../../current/current-user.ts';

export const VERSION_COLUMNS = [
  'versions.id',
  'versions.project_id',
  'versions.version_number',
  'versions.description',
  'versions.created_at',
  'versions.edited_at',
  'versions.ready_at',
  'versions.cover_id',
] as const;

export type VersionRow = {
  id: number;
  project_id: number;
  version_number: string;
  description: string;
  created_at: string;
  edited_at: string;
  ready_at: string | null;
  cover_id: number | null;
};

/** Converts a version to its form in the API; for a client it came when it became visible. */
export function toVersion(
  row: VersionRow & FileSums,
  files: ProjectFile[],
  { isFreelancer }: Pick<CurrentUser, 'isFreelancer'>,
): Version {
  const ready_at = row.ready_at === null ? null : later(row.ready_at, row.created_at);
  const came = isFreelancer || ready_at === null ? row.created_at : ready_at;
  return {
    id: row.id,
    version_number: row.version_number,
    description: row.description,
    project: row.project_id,
    created_at: came,
    edited_at: later(row.edited_at, came),
    ready_at,
    file_count: Number(row.file_count),
    size: Number(row.size),
    cover: row.cover_id,
    covers: toCovers(row),
    sections: parseJsonRows(row.sections),
    links: parseJsonRows(row.links).map(toVersionLink),
    files,
  };
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

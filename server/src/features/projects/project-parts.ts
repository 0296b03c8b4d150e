import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';

/** The columns of `milestones` that make the contract object. */
export type MilestoneRow = {
  id: number;
  project_id: number;
  name: string;
  description: string;
  completed: boolean;
  position: number;
  edited_at: string;
};

export function toMilestone(row: MilestoneRow): Milestone {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    completed: row.completed,
    order: row.position,
    project: row.project_id,
    edited_at: row.edited_at,
  };
}

/** The columns of `versions` that make the contract object. */
export type VersionRow = {
  id: number;
  project_id: number;
  version_number: string;
  description: string;
  created_at: string;
  edited_at: string;
};

export function toVersion(row: VersionRow, files: ProjectFile[]): Version {
  return {
    id: row.id,
    version_number: row.version_number,
    description: row.description,
    project: row.project_id,
    created_at: row.created_at,
    edited_at: row.edited_at,
    files,
  };
}

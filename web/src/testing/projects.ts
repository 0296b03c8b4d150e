import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';

const AT = '2026-01-02T10:00:00.000Z';

/** A project of the freelancer of users.ts, without a customer and without parts. */
export const PROJECT: Project = {
  id: 1,
  name: 'Campaign',
  description: '',
  customer: null,
  customer_id: null,
  freelancer: 'ada',
  status: 'pending',
  progress: 0,
  last_updated: AT,
  created_at: AT,
  edited_at: AT,
  expected_on: null,
  next_due_on: null,
  previous_visit: null,
  news: null,
  seen: null,
  cover: null,
  milestones: [],
  versions: [],
};

/** The only step of that project, not completed. */
export const MILESTONE: Milestone = {
  id: 1,
  name: 'Idea',
  description: '',
  completed: false,
  order: 1,
  project: PROJECT.id,
  due_on: null,
  edited_at: AT,
};

/** The only version of that project, without files. */
export const VERSION: Version = {
  id: 3,
  version_number: '1.0',
  description: '',
  project: PROJECT.id,
  created_at: AT,
  edited_at: AT,
  ready_at: AT,
  file_count: 0,
  size: 0,
  cover: null,
  covers: [],
  sections: [],
  links: [],
  files: [],
};

/** Picture of that version, before its thumbnails are drawn. */
export const PICTURE: ProjectFile = {
  id: 5,
  name: 'poster.png',
  file: '/api/files/5/content/',
  version: VERSION.id,
  thumbnail: null,
  thumbnail_medium: null,
  thumbnail_large: null,
  picture: '/api/files/5/content/',
  pages: null,
  width: null,
  height: null,
  tint: null,
  duration: null,
  preview: null,
  preview_percent: null,
  kind: 'image',
  is_image: true,
  is_video: false,
  file_type: 'image/png',
  size: 2048,
  section: null,
  caption: '',
  alt: '',
  modified_at: null,
  created_at: AT,
};

import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';

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
  previous_visit: null,
  news: null,
  seen: null,
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
  edited_at: AT,
};

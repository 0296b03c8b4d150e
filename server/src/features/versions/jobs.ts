import type { Context } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { replaceMilestoneText } from '../milestones/service.ts';
import { moveTextPictures } from '../pictures/service.ts';
import { replaceProjectText } from '../projects/access.ts';
import { replaceVersionText } from './queries.ts';

const REPLACE = {
  projects: replaceProjectText,
  milestones: replaceMilestoneText,
  versions: replaceVersionText,
};

/** What is done with the texts of projects, milestones and versions outside any request. */
export function textJobs(context: Context): Pick<JobHandlers, 'move-pictures'> {
  return {
    'move-pictures': async ({ table, after }) => {
      const next = await moveTextPictures(context, table, after, REPLACE[table]);
      if (next !== undefined) await enqueue(context, context.db, 'move-pictures', { table, after: next });
    },
  };
}

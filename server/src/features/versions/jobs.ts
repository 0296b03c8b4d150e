import type { Context } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { replaceMilestoneText } from '../milestones/service.ts';
import { moveTextPictures } from '../pictures/service.ts';
import { replaceProjectText } from '../projects/service.ts';
import { announceVersion, replaceVersionText } from './service.ts';

const REPLACE = {
  projects: replaceProjectText,
  milestones: replaceMilestoneText,
  versions: replaceVersionText,
};

export function textJobs(context: Context): Pick<JobHandlers, 'move-pictures' | 'announce-version'> {
  return {
    'announce-version': (payload) => announceVersion(context, payload),
    'move-pictures': async ({ table, after }) => {
      const next = await moveTextPictures(context, table, after, REPLACE[table]);
      if (next !== undefined) await enqueue(context, 'move-pictures', { table, after: next });
    },
  };
}

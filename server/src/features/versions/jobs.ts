import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { replaceMilestoneText } from '../milestones/service.ts';
import { moveTextPictures, type ReplaceText } from '../pictures/service.ts';
import { replaceProjectText } from '../projects/service.ts';
import { recountTextBytes } from '../projects/sums.ts';
import { replaceVersionText } from './queries.ts';

const REPLACE = {
  projects: recounting(replaceProjectText),
  milestones: recounting(replaceMilestoneText),
  versions: recounting(replaceVersionText),
};

type Replace = (db: Database, id: number, before: string, after: string) => Promise<boolean>;

/** Counts the project's texts anew: without the bytes of its pictures a text is shorter. */
function recounting(replace: Replace): ReplaceText {
  return async (db, { id, project_id }, before, after) => {
    if (!(await replace(db, id, before, after))) return false;
    await recountTextBytes(db, project_id);
    return true;
  };
}

/** Handlers of the jobs about texts of projects, milestones and versions. */
export function textJobs(context: Context): Pick<JobHandlers, 'move-pictures'> {
  return {
    'move-pictures': async ({ table, after }) => {
      const next = await moveTextPictures(context, table, after, REPLACE[table]);
      if (next !== undefined) await enqueue(context, 'move-pictures', { table, after: next });
    },
  };
}

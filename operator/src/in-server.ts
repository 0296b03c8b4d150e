import type { Context } from '@vitrin/server/context.ts';
import { drillJobs, startDrills } from './backup/drill/drill-job.ts';
import { refuseUnfinishedRestore } from './backup/unfinished-restore.ts';
import { listErasedJobs } from './backup/writing/list-erased-job.ts';

/** The operator's tools inside a running server: the only part of them that the product's start files import. */
export const operator = {
  /** Handlers of the jobs for the backup drill and the list of erased accounts. */
  jobs: (context: Context) => ({ ...drillJobs(context), ...listErasedJobs(context) }),
  /** Enqueues the weekly backup drill where it is not there yet. */
  schedule: startDrills,
  /** Throws where an interrupted restore left the database half filled. */
  refuseUnfinishedRestore,
};

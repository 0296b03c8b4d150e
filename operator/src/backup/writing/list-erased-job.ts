import type { Context } from '@vitrin/server/context.ts';
import type { JobHandlers } from '@vitrin/server/jobs/kinds.ts';
import { copyAccessOf } from '../copies/access.ts';
import { openFileStore } from '../copies/file-stores.ts';
import { MARK } from '../reading/backups.ts';
import { addErased } from './erased-in-bucket.ts';

/**
 * The handler that writes which accounts were deleted beside backups in a bucket (specification 12.12). While the bucket
 * is away the job waits, so that neither a start nor a deletion does.
 */
export function listErasedJobs(context: Context): Pick<JobHandlers, 'list-erased'> {
  return {
    'list-erased': async () => {
      const { backupDir } = context.config;
      if (backupDir === undefined) return;
      const store = await openFileStore(backupDir, copyAccessOf(context.config));
      // Without a backup no deleted account can return, and the first backup writes the list itself.
      if (!(await store.has(MARK))) return;
      const accounts = await context.db
        .selectFrom('erased_accounts')
        .select(['user_id', 'erased_at'])
        .execute();
      await addErased(store, accounts);
    },
  };
}

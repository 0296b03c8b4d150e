import type { Context } from '../../context.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { jobExists } from '../../jobs/queries.ts';
import { sweepExports } from './export/exports.ts';
import { makeExport } from './export/make-export.ts';
import { runImport } from './import/run/run-import.ts';
import { checkImport } from './import/check/check-import.ts';
import { sweepImports } from './import/imports.ts';
import { clearImport } from './import/refuse.ts';

const SWEEP_SECONDS = 15 * 60;

type ArchiveJobs = 'make-export' | 'check-import' | 'bring-import' | 'clear-import' | 'sweep-archives';

export function archiveJobs(context: Context): Pick<JobHandlers, ArchiveJobs> {
  return {
    'make-export': ({ export_id }) => makeExport(context, export_id),
    'check-import': ({ import_id }) => checkImport(context, import_id),
    'bring-import': ({ import_id }, signal) => runImport(context, import_id, signal),
    'clear-import': ({ import_id }, signal) => clearImport(context, import_id, signal),
    'sweep-archives': async () => {
      await sweepExports(context);
      await sweepImports(context);
      await enqueue(context, 'sweep-archives', {}, SWEEP_SECONDS);
    },
  };
}

export async function startSweepingArchives(context: Context): Promise<void> {
  if (!(await jobExists(context.db, 'sweep-archives'))) await enqueue(context, 'sweep-archives', {});
}

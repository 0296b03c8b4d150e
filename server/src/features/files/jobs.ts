import type { Context } from '../../context.ts';
import { jobExists } from '../../jobs/queries.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { deleteObjects } from './delete-objects.ts';
import { retypeFile, retypeFiles } from './content/retype.ts';
import { takeChecksums } from './uploads/checksums.ts';
import { dropUploads } from './service.ts';
import { sweepUploads } from './uploads/sweep.ts';
import { makePreview } from './previews/make-preview.ts';
import { makeWebSize } from './web-size/make-web-size.ts';
import { makeSlowThumbnail, makeThumbnail, redrawThumbnails } from './thumbnails/thumbnails.ts';

const SWEEP_SECONDS = 15 * 60;

type FileJobs =
  | 'delete-objects'
  | 'drop-uploads'
  | 'make-preview'
  | 'make-web-size'
  | 'make-thumbnail'
  | 'make-slow-thumbnail'
  | 'redraw-thumbnails'
  | 'retype-files'
  | 'retype-file'
  | 'take-checksums'
  | 'sweep-uploads';

export function fileJobs(context: Context): Pick<JobHandlers, FileJobs> {
  return {
    'delete-objects': ({ keys }) => deleteObjects(context, keys),
    'drop-uploads': ({ ids }) => dropUploads(context, ids),
    'make-preview': ({ file_id }, signal) => makePreview(context, file_id, signal),
    'make-web-size': ({ file_id }, signal) => makeWebSize(context, file_id, signal),
    'make-thumbnail': ({ file_id }) => makeThumbnail(context, file_id),
    'make-slow-thumbnail': ({ file_id }) => makeSlowThumbnail(context, file_id),
    'redraw-thumbnails': ({ after }) => redrawThumbnails(context, after),
    'retype-files': ({ after }) => retypeFiles(context, after),
    'retype-file': ({ file_id }) => retypeFile(context, file_id),
    'take-checksums': ({ file_id }) => takeChecksums(context, file_id),
    'sweep-uploads': async () => {
      await sweepUploads(context);
      await enqueue(context, 'sweep-uploads', {}, SWEEP_SECONDS);
    },
  };
}

export async function startSweeping(context: Context): Promise<void> {
  if (!(await jobExists(context.db, 'sweep-uploads'))) await enqueue(context, 'sweep-uploads', {});
}

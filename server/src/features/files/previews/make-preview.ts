import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { withTemporaryFolder } from '@vitrin/engine/sandbox/temporary-folders.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { withLocalFile } from '../local-file.ts';
import { findStoredFile } from '../queries.ts';
import { keepDerived, type Keeping } from '../derived/keep.ts';
import { derivedKey } from '../derived/keys.ts';
import { mostPreviewBytes } from '../derived/bounds.ts';
import { ProgramFailure } from '@vitrin/engine/sandbox/limited-process.ts';
import { type FilmStreams, probeStreams } from '@vitrin/engine/pictures/films/film-streams.ts';
import { convert, GivenUp } from '@vitrin/engine/pictures/films/convert.ts';
import { needsPreview } from '@vitrin/engine/pictures/films/preview-need.ts';
import { updatePreview } from '../preview-queries.ts';

export const NO_PREVIEW = { preview_key: null, preview_bytes: null, preview_percent: null };

/** Starts the job for a preview of a film or sound that does not play everywhere, if the programs are installed. */
export async function askForPreview(
  context: Context,
  { id, media_type, preview_percent }: { id: number; media_type: string; preview_percent: number | null },
  streams: FilmStreams,
): Promise<void> {
  if (!needsPreview(streams, media_type)) {
    // The file had a preview that was removed for the budget.
    if (preview_percent !== null) await updatePreview(context.db, id, NO_PREVIEW);
    return;
  }
  await inTransaction(context, async (tx) => {
    if (!(await updatePreview(tx.db, id, { ...NO_PREVIEW, preview_percent: 0 }))) return;
    await enqueue(tx, 'make-preview', { file_id: id });
  });
}

/** Runs the job of a preview. A failed conversion leaves no preview; other errors, as of the store, are retried. */
export async function makePreview(context: Context, fileId: number, signal: AbortSignal): Promise<void> {
  const file = await findStoredFile(context.db, fileId);
  if (!file || file.preview_key !== null || file.duration_ms === null) return;
  const milliseconds = file.duration_ms;
  try {
    await withTemporaryFolder(async (folder) => {
      const preview = await withLocalFile(context, file, async (path) =>
        convert({
          path,
          mediaType: file.media_type,
          streams: await probeStreams(path, file.media_type),
          folder,
          milliseconds,
          maxBytes: mostPreviewBytes(file.size_bytes),
          signal,
          onPercent: (percent) => showPercent(context, fileId, percent),
        }),
      );
      if (preview === undefined) await updatePreview(context.db, fileId, NO_PREVIEW);
      else if ((await storePreview(context, file, preview)) === 'gone')
        // Pictures were removed meanwhile, which changed the key of the preview.
        await enqueue(context, 'make-preview', { file_id: fileId });
    });
  } catch (error) {
    if (signal.aborted || !(error instanceof ProgramFailure || error instanceof GivenUp)) throw error;
    context.log.info({ err: error, file: fileId }, 'No preview could be made');
    await updatePreview(context.db, fileId, NO_PREVIEW);
  }
}

async function showPercent({ db }: Context, fileId: number, percent: number): Promise<void> {
  const isThere = await updatePreview(db, fileId, { ...NO_PREVIEW, preview_percent: percent });
  if (!isThere) throw new GivenUp('The file was deleted');
}

/** Keeps a preview if there is room for it and the file still exists. */
export async function storePreview(
  context: Context,
  file: { id: number; owner_id: number; storage_key: string; derived_round: number },
  path: string,
): Promise<Keeping> {
  const key = derivedKey(file, 'preview');
  const { size } = await stat(path);
  await context.storage.write(key, createReadStream(path));
  return keepDerived(context, file, { preview_key: key, preview_bytes: size, preview_percent: null });
}

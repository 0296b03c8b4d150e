import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { withLocalFile } from '../local-file.ts';
import { findStoredFile } from '../queries.ts';
import { convert } from './convert.ts';
import { needsPreview } from './preview-need.ts';
import { updatePreview } from '../preview-queries.ts';

export const NO_PREVIEW = { preview_key: null, preview_bytes: null, preview_percent: null };

/** Has a preview made of a film or a sound that does not play everywhere, where the programs for it are installed. */
export async function askForPreview(
  context: Context,
  { id, media_type }: { id: number; media_type: string },
  path: string,
): Promise<void> {
  try {
    if (!(await needsPreview(path, media_type))) return;
  } catch (error) {
    context.log.info({ err: error, file: id }, 'Nobody can say whether a preview is needed');
    return;
  }
  await inTransaction(context, async (tx) => {
    if (!(await updatePreview(tx.db, id, { ...NO_PREVIEW, preview_percent: 0 }))) return;
    await enqueue(tx, 'make-preview', { file_id: id });
  });
}

/**
 * Job: makes what plays in place of a film or a sound. Where that fails there is no preview, which is no failure of the
 * job; when the server stops under it, it begins anew.
 */
export async function makePreview(context: Context, fileId: number, signal: AbortSignal): Promise<void> {
  const file = await findStoredFile(context.db, fileId);
  if (!file || file.preview_key !== null || file.duration_ms === null) return;
  const milliseconds = file.duration_ms;
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-preview-'));
  try {
    const preview = await withLocalFile(context, file, (path) =>
      convert({
        path,
        mediaType: file.media_type,
        folder,
        milliseconds,
        maxBytes: file.size_bytes,
        signal,
        onPercent: (percent) => showPercent(context, fileId, percent),
      }),
    );
    if (preview === undefined) await updatePreview(context.db, fileId, NO_PREVIEW);
    else await storePreview(context, file, preview);
  } catch (error) {
    if (signal.aborted) throw error;
    context.log.info({ err: error, file: fileId }, 'No preview could be made');
    await updatePreview(context.db, fileId, NO_PREVIEW);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function showPercent({ db }: Context, fileId: number, percent: number): Promise<void> {
  const isThere = await updatePreview(db, fileId, { ...NO_PREVIEW, preview_percent: percent });
  if (!isThere) throw new Error('The file was deleted');
}

/** Keeps what stands in place of a file, unless the file was deleted meanwhile. */
export async function storePreview(
  { db, storage }: Context,
  { id, storage_key }: { id: number; storage_key: string },
  path: string,
): Promise<void> {
  // Every attempt makes the same key, so that a failed one leaves no extra object.
  const key = createHash('sha256').update(`${storage_key} preview`).digest('hex');
  const { size } = await stat(path);
  await storage.write(key, createReadStream(path));
  const isThere = await updatePreview(db, id, {
    preview_key: key,
    preview_bytes: size,
    preview_percent: null,
  });
  if (!isThere) await storage.delete([key]);
}

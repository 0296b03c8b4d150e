import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { keptFileDate } from '@vitrin/shared/rules/texts/file-dates.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { CountExceededError, GoneError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { noteFile } from '../../ledger/service.ts';
import { keepReaderOf, notifyOfVersion } from '../../notices/service.ts';
import { isVisibleNow } from '../../projects/access.ts';
import { touchProject } from '../../projects/sums.ts';
import { toProjectFile } from '../row.ts';
import { isSectionOf } from '../../sections/access.ts';
import { lockOwnVersion } from '../../versions/access.ts';
import { countFiles, insertFile, type NewFile } from '../queries.ts';
import { isPaged } from '../service.ts';
import { hasThumbnail } from '@vitrin/engine/pictures/kinds.ts';
import { finishUpload } from './upload-queries.ts';

/** A client that missed the answer can ask for the file of its upload this long. */
const REMEMBERED_SECONDS = 24 * 3600;

export type StoredBytes = Omit<NewFile, 'owner_id' | 'preview_percent' | 'modified_at' | 'created_at'> & {
  modified: Date | null;
};

/**
 * Turns a finished upload into a file of its version. One transaction deletes the reservation and inserts the row, so
 * that storage counts the bytes once. Throws NotFoundError when the version is gone, GoneError when the reservation
 * is, CountExceededError when the project holds no more files.
 */
export async function addFile(
  context: Context,
  user: CurrentUser,
  { modified, ...file }: StoredBytes,
  uploadId: string,
): Promise<ProjectFile> {
  return inTransaction(context, async (tx) => {
    // The user is locked before the project, because the file counts in the user's storage.
    await lockUser(tx.db, user.id);
    await keepReaderOf(tx, 'versions', file.version_id);
    const version = await lockOwnVersion(tx, user, file.version_id);
    const { project_id, owner_id } = version;
    await requireRoomForFile(tx.db, project_id);
    const now = timestampOf(tx);
    const preview_percent = isPaged(file) ? 0 : null;
    const modified_at = modified && keptFileDate(modified, tx.now());
    // The section may have been deleted while the bytes came.
    const isThere = file.section_id !== null && (await isSectionOf(tx.db, file.version_id, file.section_id));
    const section_id = isThere ? file.section_id : null;
    const row = await insertFile(tx.db, {
      ...file,
      section_id,
      owner_id,
      preview_percent,
      modified_at,
      created_at: now,
    });
    const remembered = timestampIn(tx, REMEMBERED_SECONDS);
    if (!(await finishUpload(tx.db, uploadId, row.id, remembered)))
      throw new GoneError('files.upload_expired');
    await noteFile(tx, project_id, row.id);
    await notifyOfVersion(tx, file.version_id);
    await touchProject(tx.db, project_id, { now, isSeen: isVisibleNow(version, tx) });
    if (preview_percent !== null || hasThumbnail(file.media_type))
      await enqueue(tx, 'make-thumbnail', { file_id: row.id });
    if (file.crc32 === null) await enqueue(tx, 'take-checksums', { file_id: row.id });
    return toProjectFile(row);
  });
}

/** Throws CountExceededError when the project is full; exact with the project locked, otherwise an early check. */
export async function requireRoomForFile(db: Database, projectId: number): Promise<void> {
  const max = MAX_COUNTS.files;
  if ((await countFiles(db, projectId)) >= max) throw new CountExceededError('files.too_many', { max });
}

import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import type { ByteRange } from '@vitrin/engine/storage/storage.ts';
import type { z } from 'zod';
import type { ZipQuery } from '@vitrin/shared/contract/zips.ts';
import { askForWebSizes } from '../web-size/ask.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { ConflictError, NotFoundError } from '../../../errors.ts';
import { onlookerOf } from '../../projects/access.ts';
import { findVisibleVersion } from '../queries.ts';
import type { NoteTaken } from '../../deliveries/service.ts';
import { stretchesOf } from '@vitrin/engine/zip/parts.ts';
import { requireObjects } from './archive.ts';
import { getZipContents, type ZipContents } from './zip-contents.ts';

/** A client should ask again after this time while checksums are being taken. */
const RETRY_SECONDS = 5;

type Zip = {
  name: string;
  size: number;
  etag: string;
  version_id: number;
  project_id: number;
  owner_id: number;
  contents: ZipContents;
};

/**
 * Returns the archive of a version, or of the files with these `ids`, for a user who may see it. Throws ConflictError
 * with a time to wait while a checksum or a picture is missing, StorageExceededError without room for the pictures,
 * NotFoundError for a version without files and links, and for a chosen file that is not in it or has lost its bytes.
 */
export async function getZip(
  context: Context,
  user: CurrentUser,
  versionId: number,
  { files: ids, size }: z.infer<typeof ZipQuery>,
): Promise<Zip> {
  const version = await findVisibleVersion(context.db, onlookerOf(user, context), versionId);
  if (!version) throw new NotFoundError();
  const contents = await getZipContents(context, { versionId, ids, size });
  if (!contents) throw new NotFoundError('files.nothing_to_zip');
  if ('isIncomplete' in contents) throw new NotFoundError();
  if ('undrawn' in contents)
    throw await askForWebSizes(context, { ownerId: version.owner_id, ...contents.undrawn });
  if ('unready' in contents) {
    // The checksum of missing bytes will never be known, so a retry would wait in vain.
    await requireObjects(context, contents.unready);
    throw new ConflictError('files.zip_not_ready', { retryAfterSeconds: RETRY_SECONDS });
  }
  return {
    name: fileNameOf(`${version.name} ${version.version_number}`.replaceAll(/[/\\]/g, '-')).concat('.zip'),
    size: contents.layout.size,
    etag: contents.etag,
    version_id: versionId,
    project_id: version.project_id,
    owner_id: version.owner_id,
    contents,
  };
}

/** Notes deliveries of the files that a connection has taken; pictures made of them do not count. */
export function noteZip(zip: Zip, taken: ByteRange, note: NoteTaken): void {
  const ids = { owner_id: zip.owner_id, project_id: zip.project_id, version_id: zip.version_id };
  for (const { file, range } of stretchesOf(zip.contents, taken)) {
    if ('bytes' in file || file.isDrawn === true) continue;
    note({ ...ids, file_id: file.id, size_bytes: file.size }, range);
  }
}

import type { CreateVersion, UpdateVersion, Version } from '@vitrin/shared/contract/versions.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockExisting, lockProjectOf, lockUser } from '../../database/locks.ts';
import { isOnePage, PAGE_ROWS, type PageRange } from '../../database/pages.ts';
import { inSnapshot } from '../../database/snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError, CountExceededError, ValidationError } from '../../errors.ts';
import { enqueue, enqueueObjectDeletion, enqueueUploadsToDrop } from '../../jobs/enqueue.ts';
import { noteHiddenVersion, noteRemovedVersion, noteVersion } from '../ledger/service.ts';
import { keepReaderOf, notifyOfVersion } from '../notices/service.ts';
import type { PreparedText, TextParent } from '../pictures/row.ts';
import { listPictureKeys } from '../pictures/rows.ts';
import { claimPictures, writeText } from '../pictures/service.ts';
import { announce, announceReady } from '../programs/service.ts';
import {
  isVisibleNow,
  lockOwnProject,
  type Onlooker,
  onlookerOf,
  requireOwnProject,
  requireVisibleProject,
  type PartsScope,
} from '../projects/access.ts';
import { recountTextBytes, saveTextBytes, touchProject } from '../projects/sums.ts';
import { toVersion } from './row.ts';
import { NO_FILES } from '../files/row-sums.ts';
import { toProjectFile } from '../files/row.ts';
import { type ListedVersion, readVersionTexts } from './rows.ts';
import { listFiles, listOpenUploads, listStorageKeys, readFiles, readFilesOfEach } from '../files/rows.ts';
import { changesOf, isBehind, isEmpty, nextEditedAt } from '../../database/editing.ts';
import { readyTime } from './ready-time.ts';
import { lockOwnVersion, requireOwnVersion } from './access.ts';
import {
  countVersions,
  countVisibleVersions,
  deleteVersion as deleteVersionRow,
  findWithOwner,
  getVersion,
  insertVersion,
  isFileOf,
  listVersionKeys,
  listVersions,
  updateVersion as updateVersionRow,
  replaceText,
} from './queries.ts';

type Clocked = Pick<Context, 'db' | 'now'>;

/** How versions are listed: only those that were changed at `since` or later, where it is given. */
type Listing = { withFiles: boolean; since?: string | undefined };

/** The versions of one project. Throws NotFoundError when the user may not see it. */
export async function getVersions(
  context: Clocked,
  user: CurrentUser,
  projectId: number,
  { withFiles, since }: Listing,
): Promise<Version[]> {
  const { db } = context;
  await requireVisibleProject(db, user, projectId);
  return readVersions(db, onlookerOf(user, context), { projectId, since }, withFiles);
}

/** A page of all versions the user may see, by project and oldest first. */
export async function getAllVersions(
  context: Clocked,
  user: CurrentUser,
  range: PageRange,
  { withFiles, since }: Listing,
): Promise<{ count: number; results: Version[] }> {
  const { db } = context;
  const onlooker = onlookerOf(user, context);
  const [count, results] = await Promise.all([
    countVisibleVersions(db, onlooker, since),
    readVersions(db, onlooker, { range, since }, withFiles),
  ]);
  return { count, results };
}

/** Reads versions and their files by one statement each, or by pages where there is much to read. */
async function readVersions(
  db: Database,
  user: Onlooker,
  scope: PartsScope,
  withFiles: boolean,
): Promise<Version[]> {
  if (isOnePage(await listVersionKeys(db, user, scope))) {
    const versions = await toVersions(db, await listVersions(db, user, scope), withFiles, user);
    if (versions) return versions;
  }
  return inSnapshot({ db }, async (snapshot) => {
    const rows = await readVersionTexts(snapshot, await listVersionKeys(snapshot, user, scope));
    return readFilesInto(snapshot, rows, withFiles, user);
  });
}

/** Versions with their files; undefined when these are more than are read at once. */
async function toVersions(
  db: Database,
  rows: ListedVersion[],
  withFiles: boolean,
  user: Onlooker,
): Promise<Version[] | undefined> {
  const ids = withFiles ? rows.map(({ id }) => id) : [];
  const files = await listFiles(db, ids, { limit: PAGE_ROWS + 1 });
  if (files.length > PAGE_ROWS) return undefined;
  const filesOf = Map.groupBy(files.map(toProjectFile), ({ version }) => version);
  return rows.map((row) => toVersion(row, filesOf.get(row.id) ?? [], user));
}

/** Versions with their files, read by pages, for more files than toVersions reads at once. */
async function readFilesInto(
  db: Database,
  rows: ListedVersion[],
  withFiles: boolean,
  user: Onlooker,
): Promise<Version[]> {
  const filesOf = await readFilesOfEach(db, withFiles ? rows.map(({ id }) => id) : []);
  return rows.map((row) => toVersion(row, filesOf.get(row.id) ?? [], user));
}

/** Adds an empty version; CountExceededError when the project is full, ValidationError for a past or too far time. */
export async function createVersion(
  context: Context,
  user: CurrentUser,
  { version_number, description, project: projectId, ready_at = 'now' }: CreateVersion,
): Promise<Version> {
  await requireOwnProject(context.db, user, projectId);
  const write = (text: PreparedText) =>
    inTransaction(context, async (tx) => {
      await lockUser(tx.db, user.id);
      const project = await lockOwnProject(tx.db, user, projectId);
      const max = MAX_COUNTS.versions;
      if ((await countVersions(tx.db, project.id)) >= max)
        throw new CountExceededError('versions.too_many', { max });
      const readyAt = readyTime(ready_at, undefined, tx);
      // Read after the other, because a version with a time after its edit is one that waited (decision 0161).
      const now = timestampOf(tx);
      const row = await insertVersion(tx.db, {
        project_id: project.id,
        version_number,
        description: text.html,
        created_at: now,
        edited_at: now,
        ready_at: readyAt,
      });
      await noteVersion(tx, project.id, row.id);
      await touchProject(tx.db, project.id, { now, isSeen: isVisibleNow(row, tx) });
      await saveTextBytes(tx, user.id, project.id);
      if (text.pictures.length > 0) await claimPictures(tx, user.id, text, parentOf(row));
      await announceTime(tx, user, row);
      return toVersion({ ...row, ...NO_FILES }, [], user);
    });
  return writeText(context, user, description, undefined, write);
}

/**
 * Changes the given fields; a save without a difference moves no date, and the choice of a cover is no edit. Throws
 * ConflictError with the current object for an outdated `edited_at`, ValidationError for a cover that is no file of the
 * version, and for a new time that has passed or is too far ahead.
 */
export async function updateVersion(
  context: Context,
  user: CurrentUser,
  id: number,
  { version_number, description, cover, ready_at, edited_at }: UpdateVersion,
): Promise<Version> {
  const write = (text?: PreparedText) =>
    inTransaction(context, async (tx) => {
      await lockUser(tx.db, user.id);
      if (ready_at !== undefined) await keepReaderOf(tx, 'versions', id);
      const { project_id } = await lockOwnVersion(tx, user, id);
      const before = await getVersion(tx.db, id);
      if (isBehind(edited_at, before.edited_at)) {
        const current = await withFilesOf(tx.db, before, user);
        throw new ConflictError('errors.changed_meanwhile', { current });
      }
      if (typeof cover === 'number') await requireFileOf(tx.db, id, cover);
      const readyAt = ready_at === undefined ? undefined : readyTime(ready_at, before, tx);
      const edits = changesOf(before, { version_number, description: text?.html, ready_at: readyAt });
      const choice = changesOf(before, { cover_id: cover });
      if (isEmpty(edits) && isEmpty(choice)) return withFilesOf(tx.db, before, user);
      const wasSeen = isVisibleNow(before, tx);
      const isSeen = isVisibleNow({ ...before, ...edits }, tx);
      if (wasSeen && !isSeen) await noteHiddenVersion(tx, project_id, id);
      await updateVersionRow(tx.db, id, {
        ...edits,
        ...choice,
        edited_at: isEmpty(edits) ? before.edited_at : nextEditedAt(tx, before.edited_at),
      });
      const row = await getVersion(tx.db, id);
      await saveTextBytes(tx, user.id, project_id);
      if (text && edits.description !== undefined) await claimPictures(tx, user.id, text, parentOf(row));
      if (edits.ready_at !== undefined) {
        if (isSeen) await noteVersion(tx, project_id, id);
        await notifyOfVersion(tx, id, { isTimeSet: true });
      }
      await touchProject(tx.db, project_id, { now: timestampOf(tx), isSeen: wasSeen || isSeen });
      const answer = await withFilesOf(tx.db, row, user);
      if (edits.ready_at !== undefined && !wasSeen) await announceTime(tx, user, row);
      return answer;
    });
  if (description === undefined) return write();
  const scope = parentOf(await requireOwnVersion(context, user, id));
  return writeText(context, user, description, scope, write);
}

/** Announces a version that its client sees, or has a job do so when its time comes. */
async function announceTime(
  tx: Context,
  user: Pick<CurrentUser, 'id'>,
  row: { id: number; project_id: number; ready_at: string | null },
): Promise<void> {
  const { id, project_id, ready_at } = row;
  if (ready_at === null) return;
  if (isVisibleNow(row, tx))
    return announce(tx, [{ type: 'version.ready', owner_id: user.id, project_id, version_id: id }]);
  const delaySeconds = (Date.parse(ready_at) - tx.now().getTime()) / 1000;
  await enqueue(tx, 'announce-version', { version_id: id, ready_at }, delaySeconds);
}

/** Runs the job that announces a version that has become visible, unless it has another time by now. */
export async function announceVersion(
  context: Pick<Context, 'db' | 'now'>,
  { version_id, ready_at }: { version_id: number; ready_at: string },
): Promise<void> {
  await inTransaction(context, async (tx) => {
    const owner = (await findWithOwner(tx.db, version_id))?.owner_id;
    if (owner === undefined || !(await lockExisting(tx.db, 'users', [owner])).has(owner)) return;
    await lockProjectOf(tx.db, 'versions', version_id);
    const version = await findWithOwner(tx.db, version_id);
    if (version?.ready_at !== ready_at) return;
    const { project_id, owner_id } = version;
    await announceReady(tx, { owner_id, project_id, version_id, ready_at });
  });
}

async function requireFileOf(db: Database, versionId: number, fileId: number): Promise<void> {
  if (!(await isFileOf(db, versionId, fileId))) throw new ValidationError({ cover: 'versions.no_such_file' });
}

/** Deletes a version with its files; a job deletes their stored bytes. */
export async function deleteVersion(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const version = await lockOwnVersion(tx, user, id);
    const { project_id } = version;
    const keys = [
      ...(await listStorageKeys(tx.db, 'versions.id', id)),
      ...(await listPictureKeys(tx.db, 'version_id', id)),
    ];
    const uploads = await listOpenUploads(tx.db, 'versions.id', id);
    await noteRemovedVersion(tx, project_id, id);
    await deleteVersionRow(tx.db, id);
    await recountTextBytes(tx.db, project_id);
    await touchProject(tx.db, project_id, { now: timestampOf(tx), isSeen: isVisibleNow(version, tx) });
    await enqueueObjectDeletion(tx, keys);
    await enqueueUploadsToDrop(tx, uploads);
  });
}

/** Replaces a version's text without its date, and counts its bytes anew; false when it was changed meanwhile. */
export async function replaceVersionText(
  db: Database,
  { id, project_id }: { id: number; project_id: number },
  before: string,
  after: string,
): Promise<boolean> {
  const isReplaced = await replaceText(db, id, before, after);
  if (isReplaced) await recountTextBytes(db, project_id);
  return isReplaced;
}

function parentOf({ id, project_id }: { id: number; project_id: number }): TextParent {
  return { project_id, milestone_id: null, version_id: id };
}

async function withFilesOf(db: Database, row: ListedVersion, user: CurrentUser): Promise<Version> {
  return toVersion(row, await readFiles(db, row.id), user);
}

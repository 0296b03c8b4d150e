import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileNameWithin } from '@vitrin/shared/rules/texts/file-names.ts';
import type { Database } from '../../../database/connect.ts';
import { withoutEnd, zipNames } from '../../files/zip/zip-names.ts';
import { LOGO_NAME, MAX_AMOUNT } from '../carried/records.ts';
import {
  findOwner,
  listBroughtReceipts,
  listCustomersAfter,
  listEventDays,
  listEventHoursAfter,
  listFilesAfter,
  listMilestonesAfter,
  listOriginsAfter,
  listPicturesAfter,
  listProjectsAfter,
  listUnwanted,
  listVersionsAfter,
} from './contents-queries.ts';
import { rowsOf, writeFacts, type WriteRecord } from './write-facts.ts';

/** An object of the store that goes into the archive as it is; digests are null where they are not known. */
export type StoredEntry = {
  name: string;
  key: string;
  size: number;
  sha256: string | null;
  crc32: number | null;
  modified: string;
};

export type Contents = {
  username: string;
  stored: StoredEntry[];
  /** Projects with a ledger. */
  ledgers: number[];
  projects: number;
  customers: number;
  files: number;
};

/** Most bytes of the names of folders: with the name of a file they stay within what systems take. */
const FOLDER_BYTES = 48;

/**
 * Writes everything that a freelancer has as records and collects the objects that belong to them. `db` is a snapshot,
 * so all is of one moment; it is read by pages.
 */
export async function writeData(
  db: Database,
  { ownerId, installation }: { ownerId: number; installation: string },
  write: WriteRecord,
): Promise<Contents | undefined> {
  const owner = await findOwner(db, ownerId);
  if (!owner) return undefined;
  const contents: Contents = {
    username: owner.username,
    stored: [],
    ledgers: [],
    projects: 0,
    customers: 0,
    files: 0,
  };
  await writeOwner(db, owner, contents, { installation, write });
  for await (const row of rowsOf((after) => listOriginsAfter(db, ownerId, after)))
    await write({ record: 'origin', ...row });
  for await (const row of rowsOf((after) => listCustomersAfter(db, ownerId, after))) {
    contents.customers += 1;
    await write({ record: 'customer', ...row, registered: row.registered === 1 });
  }
  for (const { day, kind, amount } of await listEventDays(db, ownerId, ''))
    await write({ record: 'event_day', day, kind, amount: Math.min(amount, MAX_AMOUNT) });
  for await (const { hour, kind, amount } of hoursOf(db, ownerId))
    await write({ record: 'event_hour', hour, kind, amount: Math.min(amount, MAX_AMOUNT) });
  for await (const project of rowsOf((after) => listProjectsAfter(db, ownerId, after))) {
    const { ledger, customer_id: customer, status_override: status, ...rest } = project;
    contents.projects += 1;
    if (ledger !== null) contents.ledgers.push(project.id);
    await write({ record: 'project', ...rest, customer, status });
    await writeParts(db, project, contents, write);
    await writePictures(db, project.id, contents, write);
    await writeFacts(db, ownerId, project.id, write);
    await addBroughtReceipts(db, project.id, contents);
    await nextTurn();
  }
  return contents;
}

type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

async function writeOwner(
  db: Database,
  owner: Owner,
  contents: Contents,
  { installation, write }: { installation: string; write: WriteRecord },
): Promise<void> {
  const { username, display_name, accent, greeting, contact, plan, logo_key, logo_bytes } = owner;
  const { logo_width: width, logo_height: height } = owner;
  const hasLogo = logo_key !== null && logo_bytes !== null && width !== null && height !== null;
  if (hasLogo)
    contents.stored.push({
      name: LOGO_NAME,
      key: logo_key,
      size: logo_bytes,
      sha256: null,
      crc32: null,
      modified: owner.changed_at ?? '',
    });
  await write({
    record: 'freelancer',
    username,
    display_name,
    accent,
    greeting,
    contact,
    logo: hasLogo ? { entry: LOGO_NAME, width, height } : null,
    unwanted_notices: await listUnwanted(db, owner.id),
    plan,
    installation,
  });
}

async function writeParts(
  db: Database,
  project: { id: number; name: string },
  contents: Contents,
  write: WriteRecord,
): Promise<void> {
  for await (const { position: order, ...row } of rowsOf((after) =>
    listMilestonesAfter(db, project.id, after),
  ))
    await write({ record: 'milestone', ...row, order });
  for await (const { cover_id: cover, ...version } of rowsOf((after) =>
    listVersionsAfter(db, project.id, after),
  )) {
    await write({ record: 'version', ...version, cover });
    const folder = `files/${folderOf(project.id, project.name)}/${folderOf(version.id, version.version_number)}`;
    const files = await Array.fromAsync(rowsOf((after) => listFilesAfter(db, version.id, after)));
    const names = await zipNames(files.map(({ name }) => name));
    for (const [index, file] of files.entries()) {
      const { id, name, storage_key: key, size_bytes: size, sha256, crc32 } = file;
      const { media_type: file_type, position, modified_at, created_at } = file;
      // Its date stands in the zip alone, where every release reads it.
      const modified = modified_at ?? created_at;
      const entry = `${folder}/${names[index]}`;
      contents.files += 1;
      contents.stored.push({ name: entry, key, size, sha256, crc32, modified });
      await write({
        record: 'file',
        id,
        version: version.id,
        name,
        size,
        file_type,
        position,
        created_at,
        entry,
      });
    }
  }
}

/** A name that is unique by its number and can be a folder everywhere. */
function folderOf(id: number, name: string): string {
  const safe = name.replaceAll(/[<>:"|?*/\\]/g, '_');
  return withoutEnd(`${id} ${fileNameWithin(safe, FOLDER_BYTES)}`);
}

async function writePictures(
  db: Database,
  projectId: number,
  contents: Contents,
  write: WriteRecord,
): Promise<void> {
  for await (const row of rowsOf((after) => listPicturesAfter(db, projectId, after))) {
    const { id, milestone_id: milestone, version_id: version, size_bytes: size, created_at } = row;
    const file_type = row.media_type === 'image/png' ? 'image/png' : 'image/jpeg';
    const entry = `pictures/${id}.${file_type === 'image/png' ? 'png' : 'jpg'}`;
    contents.stored.push({
      name: entry,
      key: row.storage_key,
      size,
      sha256: null,
      crc32: null,
      modified: created_at,
    });
    await write({ record: 'picture', id, milestone, version, size, file_type, created_at, entry });
  }
}

/** Receipts of other installations go on as they are, behind the one that this installation signs. */
async function addBroughtReceipts(db: Database, projectId: number, { stored }: Contents): Promise<void> {
  for (const receipt of await listBroughtReceipts(db, projectId)) {
    const { number, storage_key: key, size_bytes: size, sha256, brought_at: modified } = receipt;
    stored.push({ name: `receipts/${projectId}-${number}.json`, key, size, sha256, crc32: null, modified });
  }
}

async function* hoursOf(db: Database, ownerId: number) {
  for (let place = { hour: '', kind: '' }; ;) {
    const rows = await listEventHoursAfter(db, ownerId, place);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    place = last;
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { fileNameWithin } from '@vitrin/shared/rules/texts/file-names.ts';
import type { Database } from '../../../database/connect.ts';
import { withoutEnd, zipNames } from '../../files/zip/zip-names.ts';
import { recordOf } from '../carried/column-kinds.ts';
import {
  CUSTOMER,
  EVENT_DAY,
  EVENT_HOUR,
  FILE,
  FREELANCER,
  MILESTONE,
  ORIGIN,
  PICTURE,
  PROJECT,
  SECTION,
  LINK,
  VERSION,
} from '../carried/columns.ts';
import { LOGO_NAME } from '../carried/entry-names.ts';
import { MAX_AMOUNT } from '../carried/values.ts';
import {
  findOwner,
  listImportedReceipts,
  listEventDays,
  listEventHoursAfter,
  listLedgers,
  listRegistered,
  listUnwanted,
  rowsOf,
} from './contents-queries.ts';
import { writeFacts, type WriteRecord } from './write-facts.ts';

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
  ledgers: number[];
  projects: number;
  customers: number;
  files: number;
};

/** Most bytes of the names of folders: with the name of a file they stay within what systems take. */
const FOLDER_BYTES = 48;

/** Writes everything of a freelancer as records; `db` is a snapshot, read by pages, so all is of one moment. */
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
    ledgers: await listLedgers(db, ownerId),
    projects: 0,
    customers: 0,
    files: 0,
  };
  await writeOwner(db, owner, contents, { installation, write });
  const own = { in: 'owner_id', id: ownerId } as const;
  for await (const row of rowsOf(db, ORIGIN, own)) await write(recordOf(ORIGIN, row));
  const registered = await listRegistered(db, ownerId);
  for await (const row of rowsOf(db, CUSTOMER, own)) {
    if (row.client_id === null) contents.customers += 1;
    await write(recordOf(CUSTOMER, { ...row, registered: registered.has(row.id) }));
  }
  for (const row of await listEventDays(db, ownerId, ''))
    await write(recordOf(EVENT_DAY, { ...row, amount: Math.min(row.amount, MAX_AMOUNT) }));
  for await (const row of hoursOf(db, ownerId))
    await write(recordOf(EVENT_HOUR, { ...row, amount: Math.min(row.amount, MAX_AMOUNT) }));
  for await (const project of rowsOf(db, PROJECT, own)) {
    contents.projects += 1;
    await write(recordOf(PROJECT, project));
    await writeParts(db, project, contents, write);
    await writePictures(db, project.id, contents, write);
    await writeFacts(db, ownerId, project.id, write);
    await addImportedReceipts(db, project.id, contents);
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
  const { logo_key, logo_bytes, logo_width: width, logo_height: height } = owner;
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
  const logo = hasLogo ? ({ entry: LOGO_NAME, width, height } as const) : null;
  const unwanted_notices = await listUnwanted(db, owner.id);
  await write(recordOf(FREELANCER, { ...owner, logo, unwanted_notices, installation }));
}

async function writeParts(
  db: Database,
  project: { id: number; name: string },
  contents: Contents,
  write: WriteRecord,
): Promise<void> {
  const scope = { in: 'project_id', id: project.id } as const;
  for await (const row of rowsOf(db, MILESTONE, scope)) await write(recordOf(MILESTONE, row));
  for await (const version of rowsOf(db, VERSION, scope)) {
    await write(recordOf(VERSION, version));
    const folder = `files/${folderOf(project.id, project.name)}/${folderOf(version.id, version.version_number)}`;
    for await (const row of rowsOf(db, SECTION, { in: 'version_id', id: version.id }))
      await write(recordOf(SECTION, row));
    for await (const row of rowsOf(db, LINK, { in: 'version_id', id: version.id }))
      await write(recordOf(LINK, row));
    const files = await Array.fromAsync(rowsOf(db, FILE, { in: 'version_id', id: version.id }));
    const names = await zipNames(files.map(({ name }) => name));
    for (const [index, file] of files.entries()) {
      const { storage_key: key, size_bytes: size, sha256, crc32, modified_at, created_at } = file;
      // Its date stands in the zip alone, where every release reads it.
      const modified = modified_at ?? created_at;
      const entry = `${folder}/${names[index]}`;
      contents.files += 1;
      contents.stored.push({ name: entry, key, size, sha256, crc32, modified });
      await write(recordOf(FILE, { ...file, entry }));
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
  const scope = { in: 'project_id', id: projectId } as const;
  for await (const row of rowsOf(db, PICTURE, scope, sql<boolean>`is_stored`)) {
    const { id, storage_key: key, size_bytes: size, created_at: modified } = row;
    const isPng = row.media_type === 'image/png';
    const entry = `pictures/${id}.${isPng ? 'png' : 'jpg'}`;
    contents.stored.push({ name: entry, key, size, sha256: null, crc32: null, modified });
    const media_type = isPng ? 'image/png' : 'image/jpeg';
    await write(recordOf(PICTURE, { ...row, media_type, entry }));
  }
}

/** Receipts of other installations go on as they are, behind the one that this installation signs. */
async function addImportedReceipts(db: Database, projectId: number, { stored }: Contents): Promise<void> {
  for (const receipt of await listImportedReceipts(db, projectId)) {
    const { number, storage_key: key, size_bytes: size, sha256, brought_at: modified } = receipt;
    stored.push({ name: `receipts/${projectId}-${number}.json`, key, size, sha256, crc32: null, modified });
  }
}

async function* hoursOf(db: Database, ownerId: number) {
  for (let index = { hour: '', kind: '' }; ;) {
    const rows = await listEventHoursAfter(db, ownerId, index);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    index = last;
  }
}

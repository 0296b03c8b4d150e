import { existsSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Database } from '@vitrin/server/database/connect.ts';
import { everyPage } from '../every-page.ts';
import { error, type Finding, note, ok, warning } from '../finding.ts';
import type { Installation } from '../installation.ts';
import { type Inventory, type NamedRow, openInventory } from './inventory.ts';
import {
  isStillNamed,
  listImportedKeys,
  listDeletions,
  listExportObjects,
  listFileObjects,
  listLogos,
  listPictureObjects,
  listUploadKeys,
} from '../queries.ts';

/** The bytes of a picture are stored before its row names them, so younger objects are not reported. */
const NEW_MILLISECONDS = 3600 * 1000;
const MOST_NAMES = 3;
const WORDS = { files: 'file', pictures: 'picture', logos: 'logo of freelancer' } as const;

type Needs = Pick<Installation, 'config' | 'database' | 'storage' | 'now'>;

/**
 * Looks at whether every row has its bytes in the store, and every object its row. Rows are read before the store, so
 * that what is deleted meanwhile is looked at once more, and nothing that comes meanwhile is missed.
 */
export async function checkBytes({ config, database, storage, now }: Needs): Promise<Finding[]> {
  const inventory = openInventory();
  try {
    const before = now().getTime() - NEW_MILLISECONDS;
    const db = database();
    await addRows(inventory, db);
    const files = join(config.dataDir, 'files');
    const isStoreThere = config.s3 !== undefined || existsSync(files);
    const isTemporaryNew = config.s3 === undefined && isStoreThere && !existsSync(join(files, 'tmp'));
    const store = isStoreThere ? await storage() : undefined;
    // Opening the store created this folder, owned by the user that runs the doctor.
    if (isTemporaryNew) rmdirSync(join(files, 'tmp'));
    for await (const { key, size, modified } of store?.list() ?? []) inventory.addStored(key, size, modified);
    return await compare(inventory, db, store, before);
  } finally {
    inventory.close();
  }
}

async function addRows(inventory: Inventory, db: Database): Promise<void> {
  for await (const files of everyPage(db, listFileObjects, 0))
    for (const file of files)
      for (const [key, bytes] of [
        [file.storage_key, file.size_bytes],
        [file.thumbnail_key, file.thumbnail_bytes],
        [file.thumbnail_medium_key, file.thumbnail_medium_bytes],
        [file.thumbnail_large_key, file.thumbnail_large_bytes],
        [file.whole_key, file.whole_bytes],
        [file.preview_key, file.preview_bytes],
        [file.web_key, file.web_bytes],
      ] as const)
        // Without bytes it is away to keep within a budget, and made again when it is asked for.
        if (key !== null && bytes !== null)
          inventory.addNamed({ key, kind: 'files', id: file.id, bytes, isNeeded: true });
  for await (const pictures of everyPage(db, listPictureObjects, 0))
    for (const { id, storage_key: key, size_bytes, is_stored } of pictures)
      inventory.addNamed({
        key,
        kind: 'pictures',
        id,
        bytes: is_stored ? size_bytes : null,
        isNeeded: is_stored,
      });
  for await (const logos of everyPage(db, listLogos, 0))
    for (const { id, logo_key: key, logo_bytes: bytes } of logos)
      if (key !== null) inventory.addNamed({ key, kind: 'logos', id, bytes, isNeeded: true });
  const onTheWay = (key: string) =>
    inventory.addNamed({ key, kind: 'others', id: 0, bytes: null, isNeeded: false });
  for await (const uploads of everyPage(db, listUploadKeys, ''))
    for (const { storage_key } of uploads) onTheWay(storage_key);
  for await (const exports of everyPage(db, listExportObjects, ''))
    for (const { object_key } of exports) onTheWay(object_key);
  for await (const keys of everyPage(db, listImportedKeys, '')) for (const { id } of keys) onTheWay(id);
  for await (const jobs of everyPage(db, listDeletions, 0))
    for (const { payload } of jobs)
      for (const key of (JSON.parse(payload) as { keys: string[] }).keys) onTheWay(key);
}

async function compare(
  inventory: Inventory,
  db: Database,
  store: Storage | undefined,
  before: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const missing = inventory.missing();
  const lost = [];
  for (const row of missing.first)
    if ((await store?.size(row.key)) === undefined && (await isStillNamed(db, row))) lost.push(row);
  const lostCount = lost.length + missing.count - missing.first.length;
  if (lost.length > 0)
    findings.push(
      error(
        `${lostCount} ${lostCount === 1 ? 'object' : 'objects'} that rows name are not in the store: ${namesOf(lost)}.`,
        'Put them back: npm run restore-files -- FROM, the place of a backup; what no backup has must be uploaded again.',
      ),
    );
  const resized = inventory.resized();
  if (resized.count > 0)
    findings.push(
      error(
        `${resized.count} objects in the store have another size than their rows say: ${namesOf(resized.first)}.`,
        'Put them back: npm run restore-files -- FROM, the place of a backup. Then look at the disk: something other than Vitrin has changed them.',
      ),
    );
  const unnamed = inventory.unnamed(before);
  if (unnamed.count > 0)
    findings.push(
      warning(
        `No row names ${unnamed.count} objects of ${unnamed.bytes} bytes in the store.`,
        'List them with npm run admin -- files unnamed, and remove by hand what you do not miss.',
      ),
    );
  if (findings.length > 0) return findings;
  const { named, stored } = inventory.counts();
  if (store === undefined)
    return [note('There is no file store yet, and no row misses it.', 'Start the server.')];
  return [ok(`All ${named} objects that rows name are in the store, which holds ${stored}.`)];
}

function namesOf(rows: readonly NamedRow[]): string {
  const names = rows.slice(0, MOST_NAMES).map(({ key, kind, id }) => `${WORDS[kind]} ${id} (${key})`);
  return rows.length > MOST_NAMES ? `${names.join(', ')} and others` : names.join(', ');
}

import { keptFileDate } from '@vitrin/shared/rules/texts/file-dates.ts';
import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import { linkKey } from '@vitrin/shared/rules/texts/link-key.ts';
import { nameKey, searchKey } from '@vitrin/shared/rules/texts/names.ts';
import { storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import type { Context } from '../../../../context.ts';
import { timestampOf } from '../../../../context.ts';
import type { Database } from '../../../../database/connect.ts';
import { lockExisting } from '../../../../database/locks.ts';
import { sliced } from '@vitrin/engine/event-loop/slices.ts';
import { enqueue } from '../../../../jobs/enqueue.ts';
import { settleRichText, withoutPictures } from '../../../../rich-text/sanitize.ts';
import { isPaged } from '../../../files/service.ts';
import { hasThumbnail } from '@vitrin/engine/pictures/kinds.ts';
import { noteVersion } from '../../../ledger/service.ts';
import { notifyOfDays } from '../../../notices/dates.ts';
import { notifyOfVersion } from '../../../notices/service.ts';
import { isVisibleNow } from '../../../projects/access.ts';
import { derivedColumns } from '../../../projects/sums.ts';
import { type NewIds, newIdsOf, valuesOf } from '../../carried/column-kinds.ts';
import {
  IMPORTED_DELIVERY,
  EVENT,
  FILE,
  MILESTONE,
  PICTURE,
  PLAY,
  PROJECT,
  SECTION,
  LINK,
  VERSION,
  VISIT,
} from '../../carried/columns.ts';
import type { Origins } from './import-origins.ts';
import type { Group } from '../groups.ts';
import type { ImportEntry } from '../entry-queries.ts';
import { pictureIdOf, type Texts } from '../project-texts.ts';
import { insertRow, insertRows, setCover, setText } from './write-queries.ts';

type Tx = Pick<Context, 'db' | 'now'>;

const ROWS_AT_ONCE = 50;

type ProjectInput = {
  ownerId: number;
  group: Group;
  texts: Texts;
  entries: ReadonlyMap<string, ImportEntry>;
  receipts: readonly ImportEntry[];
  customers: ReadonlyMap<number, number>;
  origins: Origins;
};

/**
 * Creates a project with original dates, order and numbers; returns its id and the entries that it now owns. Call it in
 * a transaction with the owner locked, then count its texts. No mail is sent for versions that the client has seen.
 */
export async function importProject(
  tx: Tx,
  { ownerId, group, texts, entries, receipts, customers: imported, origins }: ProjectInput,
): Promise<{ id: number; used: ImportEntry[] }> {
  const { project, milestones } = group;
  const customers = await lockCustomers(tx.db, imported);
  const completed = milestones.filter((milestone) => milestone.completed).length;
  const id = await insertRow(tx.db, 'projects', {
    owner_id: ownerId,
    ...valuesOf(PROJECT, project),
    customer_id: project.customer === null ? null : (customers.get(project.customer) ?? null),
    name_key: nameKey(project.name),
    list_description: '',
    ...derivedColumns({ total: milestones.length, completed }, project.status),
  });
  const used: ImportEntry[] = [];
  const take = (name: string) => {
    const entry = entries.get(name);
    if (!entry?.storage_key || entry.media_type === null) return undefined;
    used.push(entry);
    return { ...entry, storage_key: entry.storage_key, media_type: entry.media_type };
  };
  const ids: Ids = {
    customers,
    origins,
    milestones: new Map(),
    versions: new Map(),
    sections: new Map(),
    files: new Map(),
  };
  await importParts(tx, ownerId, id, { group, ids }, take);
  await importTexts(tx, ownerId, id, { group, texts, ids }, take);
  await importFacts(tx.db, ownerId, id, { group, ids });
  await scheduleWaiting(tx, id, { group, ids });
  await scheduleDays(tx, id, group);
  const brought_at = timestampOf(tx);
  await insertRows(tx.db, 'brought_receipts', receipts, ({ storage_key, size_bytes, sha256 }, index) =>
    storage_key === null
      ? undefined
      : { project_id: id, number: index + 1, storage_key, size_bytes, sha256, brought_at },
  );
  return { id, used: [...used, ...receipts] };
}

/** Locks the customers before their project (lock order); facts about deleted ones are left out. */
async function lockCustomers(
  db: Database,
  customers: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const ids = [...customers.values()].toSorted((one, other) => one - other);
  const there = await lockExisting(db, 'users', ids);
  return new Map([...customers].filter(([, id]) => there.has(id)));
}

type Taken = ImportEntry & { storage_key: string; media_type: string };
type Take = (name: string) => Taken | undefined;
type Ids = NewIds & Record<'milestones' | 'versions' | 'sections' | 'files', Map<number, number>>;
type ImportedGroup = { group: Group; ids: Ids };

async function importParts(
  tx: Tx,
  owner_id: number,
  project_id: number,
  { group: { milestones, versions, sections, links, files }, ids }: ImportedGroup,
  take: Take,
): Promise<void> {
  for await (const milestone of sliced(milestones, ROWS_AT_ONCE)) {
    const values = { project_id, ...valuesOf(MILESTONE, milestone) };
    ids.milestones.set(milestone.id, await insertRow(tx.db, 'milestones', values));
  }
  for await (const version of sliced(versions, ROWS_AT_ONCE)) {
    const values = { project_id, ...valuesOf(VERSION, version) };
    ids.versions.set(version.id, await insertRow(tx.db, 'versions', values));
  }
  for await (const section of sliced(sections, ROWS_AT_ONCE)) {
    const newIds = newIdsOf(SECTION, section, ids);
    if (!newIds) continue;
    ids.sections.set(
      section.id,
      await insertRow(tx.db, 'sections', { ...valuesOf(SECTION, section), ...newIds }),
    );
  }
  await insertRows(tx.db, 'links', links, (link) => {
    const newIds = newIdsOf(LINK, link, ids);
    return newIds && { ...valuesOf(LINK, link), ...newIds, search_key: linkKey(link) };
  });
  for await (const file of sliced(files, ROWS_AT_ONCE)) {
    const [object, newIds] = [take(file.entry), newIdsOf(FILE, file, ids)];
    if (!object || !newIds) continue;
    const { storage_key, size_bytes, sha256, crc32, media_type } = object;
    const bytes = { storage_key, size_bytes, sha256, crc32, media_type };
    const named = { ...bytes, name: fileNameOf(file.name) };
    const preview_percent = isPaged(named) ? 0 : null;
    const times = timesOf(file, object, timestampOf(tx));
    const keys = { caption_key: searchKey(file.caption ?? ''), preview_percent };
    const values = { owner_id, ...valuesOf(FILE, file), ...newIds, ...named, ...times, ...keys };
    const file_id = await insertRow(tx.db, 'files', values);
    ids.files.set(file.id, file_id);
    if (preview_percent !== null || hasThumbnail(media_type))
      await enqueue(tx, 'make-thumbnail', { file_id });
  }
  for await (const { id, cover } of sliced(versions, ROWS_AT_ONCE)) {
    const [versionId, coverId] = [ids.versions.get(id), ids.files.get(cover ?? 0)];
    if (versionId !== undefined && coverId !== undefined) await setCover(tx.db, versionId, coverId);
  }
}

function timesOf(
  { created_at: madeAt }: Group['files'][number],
  { modified_at: entryAt }: Taken,
  now: string,
) {
  // The ledger, which this installation signs, must not record a file in the future.
  const created_at = madeAt < now ? madeAt : now;
  // A file without a date has its creation time in the zip, which rounds to two seconds.
  const isDated = entryAt !== keptFileDate(new Date(madeAt), new Date(madeAt));
  const modified_at = isDated ? keptFileDate(new Date(entryAt), new Date(created_at)) : null;
  return { created_at, modified_at };
}

/** Schedules the ledger lines and notices of versions that their client does not see yet. */
async function scheduleWaiting(
  tx: Tx,
  projectId: number,
  { group: { versions }, ids }: ImportedGroup,
): Promise<void> {
  for await (const { id, ready_at } of sliced(versions, ROWS_AT_ONCE)) {
    const versionId = ids.versions.get(id);
    if (versionId === undefined || isVisibleNow({ ready_at }, tx)) continue;
    await noteVersion(tx, projectId, versionId);
    await notifyOfVersion(tx, versionId);
  }
}

async function scheduleDays(tx: Tx, projectId: number, { project, milestones }: Group): Promise<void> {
  const days = new Set<string>();
  if (project.expected_on) days.add(project.expected_on);
  for await (const { due_on, completed } of sliced(milestones, ROWS_AT_ONCE))
    if (due_on && !completed) days.add(due_on);
  await notifyOfDays(tx, projectId, { before: null, after: [...days] });
}

/** Imports pictures first, since the texts contain their new ids. */
async function importTexts(
  tx: Tx,
  owner_id: number,
  project_id: number,
  { group, texts, ids }: ImportedGroup & { texts: Texts },
  take: Take,
): Promise<void> {
  const pictureIds = new Map<string, number>();
  const parentOf = (milestone: number | null, version: number | null, picture: number) =>
    `${milestone ?? ''}/${version ?? ''}/${picture}`;
  for await (const picture of sliced(group.pictures, ROWS_AT_ONCE)) {
    const [object, newIds] = [take(picture.entry), newIdsOf(PICTURE, picture, ids)];
    if (!object || !newIds) continue;
    const { storage_key, size_bytes, media_type } = object;
    const bytes = { storage_key, size_bytes, media_type, is_stored: true, expires_at: null };
    const values = { owner_id, project_id, ...valuesOf(PICTURE, picture), ...newIds, ...bytes };
    const { id, milestone, version } = picture;
    pictureIds.set(parentOf(milestone, version, id), await insertRow(tx.db, 'pictures', values));
  }
  const settle = (record: object, milestone: number | null, version: number | null) =>
    settleRichText(texts.get(record) ?? [], (source) => {
      const id = pictureIds.get(parentOf(milestone, version, pictureIdOf(source) ?? 0));
      return id === undefined ? undefined : storedPictureAddress(id);
    });
  const description = settle(group.project, null, null);
  const list_description = withoutPictures(description);
  await setText(tx.db, 'projects', project_id, { description, list_description });
  for await (const record of sliced(group.milestones, ROWS_AT_ONCE))
    await setText(tx.db, 'milestones', ids.milestones.get(record.id) ?? 0, {
      description: settle(record, record.id, null),
    });
  for await (const record of sliced(group.versions, ROWS_AT_ONCE))
    await setText(tx.db, 'versions', ids.versions.get(record.id) ?? 0, {
      description: settle(record, null, record.id),
    });
}

/** Inserts acts of customers; skips those about things that were not imported. */
async function importFacts(
  db: Database,
  owner_id: number,
  project_id: number,
  { group, ids }: ImportedGroup,
): Promise<void> {
  await insertRows(db, 'events', group.events.toReversed(), (event) => {
    const newIds = newIdsOf(EVENT, event, ids);
    return newIds && { owner_id, project_id, ...valuesOf(EVENT, event), ...newIds };
  });
  await insertRows(db, 'visits', group.visits, (visit) => {
    const newIds = newIdsOf(VISIT, visit, ids);
    return newIds && { project_id, ...valuesOf(VISIT, visit), ...newIds };
  });
  const files = new Map(group.files.map((file) => [file.id, file]));
  const aboutFile = (id: number) => {
    const file = files.get(id);
    const version_id = ids.versions.get(file?.version ?? 0);
    return file && version_id !== undefined ? { version_id, size_bytes: file.size } : undefined;
  };
  await insertRows(db, 'brought_deliveries', group.deliveries, (delivery) => {
    const [newIds, file] = [newIdsOf(IMPORTED_DELIVERY, delivery, ids), aboutFile(delivery.file)];
    return newIds && file && { project_id, ...valuesOf(IMPORTED_DELIVERY, delivery), ...newIds, ...file };
  });
  await insertRows(db, 'plays', group.plays, (play) => {
    const [newIds, file] = [newIdsOf(PLAY, play, ids), aboutFile(play.file)];
    if (!newIds || !file) return undefined;
    return { project_id, version_id: file.version_id, ...valuesOf(PLAY, play), ...newIds };
  });
}

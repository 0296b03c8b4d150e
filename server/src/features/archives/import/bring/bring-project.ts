import { keptFileDate } from '@vitrin/shared/rules/texts/file-dates.ts';
import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import { nameKey } from '@vitrin/shared/rules/texts/names.ts';
import { storedPictureAddress } from '@vitrin/shared/rules/texts/rich-text.ts';
import type { Context } from '../../../../context.ts';
import { timestampOf } from '../../../../context.ts';
import type { Database } from '../../../../database/connect.ts';
import { lockExisting } from '../../../../database/locks.ts';
import { sliced } from '@vitrin/engine/event-loop/slices.ts';
import { enqueue } from '../../../../jobs/enqueue.ts';
import { settleRichText, withoutPictures } from '../../../../rich-text/sanitize.ts';
import { isPaged } from '../../../files/office/make-pages.ts';
import { hasThumbnail } from '../../../files/thumbnails/thumbnail-kinds.ts';
import { noteVersion } from '../../../ledger/service.ts';
import { tellOfVersion } from '../../../notices/service.ts';
import { isVisibleNow } from '../../../projects/access.ts';
import { derivedColumns } from '../../../projects/sums.ts';
import type { Origins } from './bring-origins.ts';
import type { Group } from '../groups.ts';
import type { ImportEntry } from '../entry-queries.ts';
import { pictureIdOf, type Texts } from '../project-texts.ts';
import { insertRow, insertRows, setCover, setText } from './write-queries.ts';

type Tx = Pick<Context, 'db' | 'now'>;

/** Rows that are written one by one in one slice, which takes a few milliseconds. */
const ROWS_AT_ONCE = 50;

type ProjectInput = {
  ownerId: number;
  group: Group;
  texts: Texts;
  /** Entries that became objects, by name. */
  entries: ReadonlyMap<string, ImportEntry>;
  receipts: readonly ImportEntry[];
  /** New ids of the customers. */
  customers: ReadonlyMap<number, number>;
  origins: Origins;
};

/**
 * Makes a project with everything in it, with the dates, the order and the numbers that it had; returns its id and the
 * entries whose objects it has now. Call it in a transaction with the owner locked, and count its texts afterwards. Nobody
 * is mailed of what its client has seen already; what waits is told of when its time comes.
 */
export async function bringProject(
  tx: Tx,
  { ownerId, group, texts, entries, receipts, customers: brought, origins }: ProjectInput,
): Promise<{ id: number; used: ImportEntry[] }> {
  const { project, milestones } = group;
  const customers = await lockCustomers(tx.db, brought);
  const completed = milestones.filter((milestone) => milestone.completed).length;
  const id = await insertRow(tx.db, 'projects', {
    owner_id: ownerId,
    customer_id: project.customer === null ? null : (customers.get(project.customer) ?? null),
    name: project.name,
    name_key: nameKey(project.name),
    description: '',
    list_description: '',
    status_override: project.status,
    ...derivedColumns({ total: milestones.length, completed }, project.status),
    created_at: project.created_at,
    last_updated: project.last_updated,
    shown_updated: project.shown_updated,
    edited_at: project.edited_at,
  });
  const used: ImportEntry[] = [];
  const take = (name: string) => {
    const entry = entries.get(name);
    if (!entry?.storage_key || entry.media_type === null) return undefined;
    used.push(entry);
    return { ...entry, storage_key: entry.storage_key, media_type: entry.media_type };
  };
  const parts = await bringParts(tx, ownerId, id, group, take);
  await bringTexts(tx, ownerId, id, { group, texts, ...parts }, take);
  await bringFacts(tx, ownerId, id, { group, customers, origins, ...parts });
  await expectWaiting(tx, id, group, parts);
  const brought_at = timestampOf(tx);
  await insertRows(tx.db, 'brought_receipts', receipts, ({ storage_key, size_bytes, sha256 }, index) =>
    storage_key === null
      ? undefined
      : { project_id: id, number: index + 1, storage_key, size_bytes, sha256, brought_at },
  );
  return { id, used: [...used, ...receipts] };
}

/**
 * Holds the customers until the transaction ends, before their project, in the order of locks. Returns those who are
 * still there: one may have been deleted since they came, and what is said of them is left out.
 */
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
type Parts = {
  milestoneIds: Map<number, number>;
  versionIds: Map<number, number>;
  fileIds: Map<number, number>;
};

async function bringParts(
  tx: Tx,
  ownerId: number,
  project_id: number,
  { milestones, versions, files }: Group,
  take: Take,
): Promise<Parts> {
  const milestoneIds = new Map<number, number>();
  for await (const { id, name, completed, order: position, created_at, edited_at } of sliced(
    milestones,
    ROWS_AT_ONCE,
  )) {
    const values = { project_id, name, description: '', completed, position, created_at, edited_at };
    milestoneIds.set(id, await insertRow(tx.db, 'milestones', values));
  }
  const versionIds = new Map<number, number>();
  for await (const { id, version_number, ready_at, created_at, edited_at } of sliced(
    versions,
    ROWS_AT_ONCE,
  )) {
    const values = { project_id, version_number, description: '', ready_at, created_at, edited_at };
    versionIds.set(id, await insertRow(tx.db, 'versions', values));
  }
  const fileIds = new Map<number, number>();
  const now = timestampOf(tx);
  for await (const { id, version, name, position, created_at: made_at, entry } of sliced(
    files,
    ROWS_AT_ONCE,
  )) {
    const [object, version_id] = [take(entry), versionIds.get(version)];
    if (!object || version_id === undefined) continue;
    const { storage_key, size_bytes, sha256, crc32, media_type, modified_at: entry_at } = object;
    const bytes = { storage_key, size_bytes, sha256, crc32, media_type };
    const named = { ...bytes, name: fileNameOf(name) };
    // The ledger, which this installation signs, notes no file at a time that has not come.
    const created_at = made_at < now ? made_at : now;
    // The entry of a file whose date is not known has the time of its record, to the two seconds of a zip.
    const isDated = entry_at !== keptFileDate(new Date(made_at), new Date(made_at));
    const modified_at = isDated ? keptFileDate(new Date(entry_at), new Date(created_at)) : null;
    const preview_percent = isPaged(named) ? 0 : null;
    const place = { version_id, owner_id: ownerId, position, modified_at, created_at };
    const file_id = await insertRow(tx.db, 'files', { ...place, ...named, preview_percent });
    fileIds.set(id, file_id);
    if (preview_percent !== null || hasThumbnail(media_type))
      await enqueue(tx, 'make-thumbnail', { file_id });
  }
  for await (const { id, cover } of sliced(versions, ROWS_AT_ONCE)) {
    const [versionId, coverId] = [versionIds.get(id), fileIds.get(cover ?? 0)];
    if (versionId !== undefined && coverId !== undefined) await setCover(tx.db, versionId, coverId);
  }
  return { milestoneIds, versionIds, fileIds };
}

/** Versions that their client does not see yet are noted in the ledger, and told of, as soon as that is so. */
async function expectWaiting(
  tx: Tx,
  projectId: number,
  { versions }: Group,
  { versionIds }: Parts,
): Promise<void> {
  for await (const { id, ready_at } of sliced(versions, ROWS_AT_ONCE)) {
    const versionId = versionIds.get(id);
    if (versionId === undefined || isVisibleNow({ ready_at }, tx)) continue;
    await noteVersion(tx, projectId, versionId);
    await tellOfVersion(tx, versionId);
  }
}

/** Pictures first, whose new ids stand in the texts. */
async function bringTexts(
  tx: Tx,
  owner_id: number,
  project_id: number,
  { group, texts, milestoneIds, versionIds }: Parts & { group: Group; texts: Texts },
  take: Take,
): Promise<void> {
  const pictureIds = new Map<string, number>();
  const placeOf = (milestone: number | null, version: number | null, picture: number) =>
    `${milestone ?? ''}/${version ?? ''}/${picture}`;
  for await (const { id, milestone, version, created_at, entry } of sliced(group.pictures, ROWS_AT_ONCE)) {
    const object = take(entry);
    if (!object) continue;
    const { storage_key, size_bytes, media_type } = object;
    const place = {
      milestone_id: milestone === null ? null : (milestoneIds.get(milestone) ?? null),
      version_id: version === null ? null : (versionIds.get(version) ?? null),
    };
    const bytes = { storage_key, size_bytes, media_type, is_stored: true };
    const values = { owner_id, project_id, ...place, ...bytes, created_at, expires_at: null };
    pictureIds.set(placeOf(milestone, version, id), await insertRow(tx.db, 'pictures', values));
  }
  const settle = (record: object, milestone: number | null, version: number | null) =>
    settleRichText(texts.get(record) ?? [], (source) => {
      const id = pictureIds.get(placeOf(milestone, version, pictureIdOf(source) ?? 0));
      return id === undefined ? undefined : storedPictureAddress(id);
    });
  const description = settle(group.project, null, null);
  const list_description = withoutPictures(description);
  await setText(tx.db, 'projects', project_id, { description, list_description });
  for await (const record of sliced(group.milestones, ROWS_AT_ONCE))
    await setText(tx.db, 'milestones', milestoneIds.get(record.id) ?? 0, {
      description: settle(record, record.id, null),
    });
  for await (const record of sliced(group.versions, ROWS_AT_ONCE))
    await setText(tx.db, 'versions', versionIds.get(record.id) ?? 0, {
      description: settle(record, null, record.id),
    });
}

/** Acts of customers, as another installation saw them. Those about what did not come along are left out. */
async function bringFacts(
  tx: Tx,
  owner_id: number,
  project_id: number,
  {
    group,
    customers,
    origins,
    versionIds,
    fileIds,
  }: Parts & Pick<ProjectInput, 'group' | 'customers' | 'origins'>,
): Promise<void> {
  const known = new Map(group.files.map(({ id, version, size }) => [id, { version, size }]));
  await insertRows(tx.db, 'events', group.events.toReversed(), (record) => {
    const { kind, customer, version, file, at: created_at, amount = null } = record;
    const [version_id, file_id] = [versionIds.get(version ?? 0) ?? null, fileIds.get(file ?? 0) ?? null];
    const user_id = customers.get(customer);
    if (user_id === undefined || (file !== null && file_id === null)) return undefined;
    const origin_id = origins.of(record.origin);
    const place = { owner_id, project_id, version_id, file_id, origin_id };
    return { kind, user_id, ...place, created_at, amount };
  });
  await insertRows(tx.db, 'visits', group.visits, ({ customer, previous_at, opened_at, seen_at }) => {
    const user_id = customers.get(customer);
    return user_id === undefined ? undefined : { user_id, project_id, previous_at, opened_at, seen_at };
  });
  const placeOf = (customer: number, file: number) => {
    const [file_id, place] = [fileIds.get(file), known.get(file)];
    const version_id = versionIds.get(place?.version ?? 0);
    const user_id = customers.get(customer);
    if (user_id === undefined || file_id === undefined || version_id === undefined || !place)
      return undefined;
    return { size: place.size, ids: { user_id, file_id, version_id, project_id } };
  };
  await insertRows(tx.db, 'brought_deliveries', group.deliveries, ({ customer, file, ...delivery }) => {
    const place = placeOf(customer, file);
    const { device, ranges, covered_bytes, began_at, last_at, completed_at } = delivery;
    const origin_id = origins.of(delivery.origin);
    const handed_at = delivery.handed_at ?? null;
    const rest = { device, ranges, covered_bytes, began_at, last_at, completed_at, handed_at, origin_id };
    return place && { ...rest, ...place.ids, size_bytes: place.size };
  });
  await insertRows(tx.db, 'plays', group.plays, ({ customer, file, device, percent, last_at, origin }) => {
    const place = placeOf(customer, file);
    return place && { device, percent, last_at, ...place.ids, origin_id: origins.of(origin) };
  });
}

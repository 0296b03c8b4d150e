import { TooManyWaitingError } from '@vitrin/engine/slots/errors.ts';
import type { Context } from '../../../../context.ts';
import { timestampOf } from '../../../../context.ts';
import { lockUser } from '../../../../database/locks.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import { RateLimitedError } from '../../../../errors.ts';
import { enqueue } from '../../../../jobs/enqueue.ts';
import { addToEventDays, addToEventHours } from '../../../events/sums.ts';
import { saveTextBytes } from '../../../projects/sums.ts';
import { requireStaying, setDisplayName } from '../../../users/service.ts';
import { valuesOf } from '../../carried/column-kinds.ts';
import { EVENT_DAY, EVENT_HOUR, FREELANCER } from '../../carried/columns.ts';
import { DATA_NAME, LOGO_NAME } from '../../carried/entry-names.ts';
import { MAX_RECEIPT_BYTES } from '../../carried/records.ts';
import { ArchiveError } from '../archive-error.ts';
import { importCustomers } from './import-customers.ts';
import { importLogo } from './import-logo.ts';
import { importOrigins, type Origins } from './import-origins.ts';
import { importProject } from './import-project.ts';
import { copyEntries, locationOf } from './copy-entries.ts';
import { type Group, groupsOf, type Head, isHead } from '../groups.ts';
import {
  deleteEntries,
  findEntries,
  type ImportEntry,
  listReceiptEntries,
  sumLeftBytes,
} from '../entry-queries.ts';
import {
  type ArchiveUpload,
  findArchiveUpload,
  findFreelancer,
  findImport,
  insertMark,
  listMarks,
  updateArchiveUpload,
  updateImport,
} from '../import-queries.ts';
import { requireRoomForProjects } from '../imports.ts';
import { prepareTexts, textBytesOf } from '../project-texts.ts';
import { readEntry, readerOf, readRecords } from '../read-entries.ts';
import { endUpload, refusalOf, refuse, requireImport } from '../refuse.ts';
import { addUnwanted, findFace, saveFace } from './write-queries.ts';

/**
 * Runs the job of a confirmed import: copies and checks all entries, so that a damaged archive shows nothing, then imports
 * each project at once. Resumes after interruptions and the limit of new customers; throws if the plan is too small.
 */
export async function runImport(context: Context, id: string, signal: AbortSignal): Promise<void> {
  const upload = await findArchiveUpload(context.db, id);
  if (!upload || (await findImport(context.db, id))?.state !== 'bringing') return;
  try {
    await copyEntries(context, upload, signal);
    await importAll(context, upload, signal);
  } catch (error) {
    if (error instanceof RateLimitedError || error instanceof TooManyWaitingError)
      return enqueue(context, 'bring-import', { import_id: id }, error.retryAfterSeconds);
    const refusal = refusalOf(error);
    if (refusal instanceof ArchiveError) return refuse(context, id, refusal);
    await updateImport(context.db, id, ['bringing'], {
      state: 'ready',
      problem: JSON.stringify(refusal.detail),
    });
  }
}

async function importAll(context: Context, upload: ArchiveUpload, signal: AbortSignal): Promise<void> {
  const { db } = context;
  const { id, owner_id } = upload;
  const data = (await findEntries(db, id, [DATA_NAME])).get(DATA_NAME);
  if (!data) throw new ArchiveError('imports.not_ours');
  const records = readRecords(
    readEntry(readerOf(context, upload.storage_key), locationOf(data), data.sha256),
  );
  const done = await listMarks(db, id, 'project');
  const left = { bytes: await sumLeftBytes(db, id) };
  let head: Head | undefined;
  let customers = new Map<number, number>();
  let origins: Origins | undefined;
  for await (const group of groupsOf(records)) {
    signal.throwIfAborted();
    if (isHead(group)) {
      head = group;
      await importLogo(context, upload, group);
      customers = await importCustomers(context, upload, group);
      origins = await importOrigins(context, upload, group);
    } else if (origins && !done.has(group.project.id))
      await importOne(context, upload, { group, customers, origins, left });
  }
  if (head) await end(context, id, owner_id, head);
}

async function importOne(
  context: Context,
  { id, owner_id: ownerId }: ArchiveUpload,
  {
    group,
    customers,
    origins,
    left,
  }: {
    group: Group;
    customers: ReadonlyMap<number, number>;
    origins: Origins;
    left: { bytes: number };
  },
): Promise<void> {
  const { db } = context;
  const texts = await prepareTexts(context, group);
  const names = [...group.files, ...group.pictures].map(({ entry }) => entry);
  const entries = await findEntries(db, id, names);
  const receipts = firstOf(await listReceiptEntries(db, id, group.project.id));
  const reserved = (await findArchiveUpload(db, id))?.size_bytes ?? 0;
  const before = left.bytes;
  const taken = [...entries.values()].reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, ownerId);
    await requireStaying(tx.db, ownerId);
    await requireImport(tx.db, id, 'bringing');
    await requireRoomForProjects(tx, ownerId, 1);
    const input = { ownerId, group, texts, entries, receipts, customers, origins };
    const { id: new_id, used } = await importProject(tx, input);
    // The project's space is no longer reserved, so that it counts exactly once.
    const ofTexts = Math.max(0, reserved - before - textBytesOf(group));
    await updateArchiveUpload(tx.db, id, { size_bytes: before - taken + ofTexts });
    await saveTextBytes(tx, ownerId, new_id);
    await deleteEntries(
      tx.db,
      id,
      used.map(({ number }) => number),
    );
    await insertMark(tx.db, { import_id: id, kind: 'project', old_id: group.project.id, new_id });
  });
  left.bytes = before - taken;
}

/** Returns as many receipts as a project may have, the newest first. */
function firstOf(receipts: readonly ImportEntry[]): ImportEntry[] {
  let room = MAX_RECEIPT_BYTES;
  return receipts.filter(({ size_bytes }) => {
    room -= size_bytes;
    return room >= 0;
  });
}

/** Imports the records outside of projects; an existing face of the freelancer stays. */
async function end(
  context: Context,
  id: string,
  owner_id: number,
  { freelancer, days, hours }: Head,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, owner_id);
    const own = await findFreelancer(tx.db, owner_id);
    if (!own) return;
    const { display_name, logo, unwanted_notices } = freelancer;
    if (own.display_name === null && display_name) await setDisplayName(tx.db, owner_id, display_name);
    const face = await findFace(tx.db, owner_id);
    const entry =
      logo && !face?.logo_key ? (await findEntries(tx.db, id, [LOGO_NAME])).get(LOGO_NAME) : undefined;
    const changed_at = timestampOf(tx);
    await saveFace(tx.db, {
      ...overlaid(valuesOf(FREELANCER, freelancer), face),
      owner_id,
      ...(logo &&
        entry?.storage_key && {
          logo_key: entry.storage_key,
          logo_bytes: entry.size_bytes,
          logo_width: logo.width,
          logo_height: logo.height,
        }),
      changed_at,
    });
    if (entry?.storage_key) await deleteEntries(tx.db, id, [entry.number]);
    await addUnwanted(
      tx.db,
      unwanted_notices.map((kind) => ({ user_id: owner_id, kind, created_at: changed_at })),
    );
    // Sums of future times would never be forgotten.
    const daysBefore = days.filter(({ day }) => day <= changed_at);
    const hoursBefore = hours.filter(({ hour }) => hour <= changed_at);
    await addToEventDays(
      tx.db,
      daysBefore.map((day) => ({ owner_id, ...valuesOf(EVENT_DAY, day), brought: day.amount })),
    );
    await addToEventHours(
      tx.db,
      hoursBefore.map((hour) => ({ owner_id, ...valuesOf(EVENT_HOUR, hour), brought: hour.amount })),
    );
    const values = { state: 'done' as const, problem: null, ended_at: timestampOf(tx) };
    if (await updateImport(tx.db, id, ['bringing'], values)) await endUpload(tx, id);
  });
}

function overlaid<Row extends object>(values: Row, now: Partial<Row> | undefined): Row {
  const chosen = Object.entries(now ?? {}).filter(([name, value]) => name in values && value !== null);
  return { ...values, ...(Object.fromEntries(chosen) as Partial<Row>) };
}

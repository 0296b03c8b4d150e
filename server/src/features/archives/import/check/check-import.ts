import { type ImportSummary, RENAMED_SAID } from '@vitrin/shared/contract/archives.ts';
import { FREE_TEXT_BYTES, MAX_COUNTS, MAX_PROJECT_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';
import { isUsernameTaken } from '../../../users/service.ts';
import type { Context } from '../../../../context.ts';
import { timestampOf } from '../../../../context.ts';
import { lockUser } from '../../../../database/locks.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import { GoneError } from '../../../../errors.ts';
import { sliced } from '@vitrin/engine/event-loop/slices.ts';
import { ARCHIVE_SLACK_BYTES, refuseTooLarge, spaceFor } from '../../../storage/service.ts';
import { ArchiveError } from '../archive-error.ts';
import { locationOf } from '../run/copy-entries.ts';
import { findEntries } from '../entry-queries.ts';
import { checkGroup, checkHead, type Claims } from './check-group.ts';
import { groupsOf, isHead, MOST_ORIGINS } from '../groups.ts';
import {
  type ArchiveUpload,
  countOrigins,
  findArchiveUpload,
  findImport,
  insertImport,
  sumTextBytes,
  updateArchiveUpload,
  updateImport,
} from '../import-queries.ts';
import { prepareTexts, textBytesOf } from '../project-texts.ts';
import { type Listed, listEntries } from './list-entries.ts';
import type { ReadRange } from './read-directory.ts';
import { readEntry, readerOf, readRecords } from '../read-entries.ts';
import { refusalOf, refuse } from '../refuse.ts';

const NAMES_AT_ONCE = 100;

/**
 * Runs the job that checks an archive from its end to its last record, and reserves exactly the space that it needs in
 * place of its length. It stores only that and the list of entries. A bad archive is deleted, and its error message
 * kept.
 */
export async function checkImport(context: Context, id: string): Promise<void> {
  const { db } = context;
  const upload = await findArchiveUpload(db, id);
  if (!upload || upload.length_bytes === null) return;
  await insertImport(db, { id, owner_id: upload.owner_id, created_at: timestampOf(context) });
  if ((await findImport(db, id))?.state !== 'checking') return;
  try {
    await check(context, upload, upload.length_bytes);
  } catch (error) {
    // The import has ended meanwhile, or another attempt has found it good.
    if (error instanceof GoneError) return;
    await refuse(context, id, refusalOf(error));
  }
}

async function check(context: Context, upload: ArchiveUpload, length: number): Promise<void> {
  const read = readerOf(context, upload.storage_key);
  const listed = await listEntries(context, upload, read, length);
  const found = await lookInside(context, upload, read, listed);
  const usernames = await takenOf(context, found.usernames);
  const { head } = listed;
  const summary: ImportSummary = {
    freelancer: head.freelancer,
    made_at: head.made_at,
    projects: found.projects,
    customers: found.customers,
    files: found.files,
    missing: found.missing,
    renamed: usernames.slice(0, RENAMED_SAID).map((from) => ({ from, to: null })),
    renamed_count: usernames.length,
  };
  await keep(context, upload, { length, listed, found, summary });
}

type Found = {
  projects: number;
  customers: number;
  usernames: string[];
  files: number;
  missing: number;
  bytes: number;
  textBytes: number;
};

async function lookInside(
  context: Context,
  { id, owner_id }: ArchiveUpload,
  read: ReadRange,
  { data, hasLogo, count, toName }: Listed,
): Promise<Found> {
  const claims: Claims = {
    find: (names) => findEntries(context.db, id, names),
    named: new Uint8Array(count),
    left: toName,
  };
  const found: Found = {
    projects: 0,
    customers: 0,
    usernames: [],
    files: 0,
    missing: 0,
    bytes: 0,
    textBytes: 0,
  };
  const ids = new Set<number>();
  const customers = new Map<number, 'customer' | 'person'>();
  let origins = new Set<number>();
  for await (const group of groupsOf(readRecords(readEntry(read, locationOf(data), data.sha256)))) {
    if (isHead(group)) {
      checkHead(group);
      origins = new Set(group.origins.map(({ id }) => id));
      if ((await countOrigins(context.db, owner_id)) + origins.size + 1 > MOST_ORIGINS)
        throw new ArchiveError('imports.too_many_origins', { max: MOST_ORIGINS });
      if (group.freelancer.logo === null && hasLogo) throw new ArchiveError('imports.bad_records');
      for (const { id, username, client, removed_at } of group.customers) {
        const isPerson = client !== null && client !== undefined;
        customers.set(id, isPerson ? 'person' : 'customer');
        if (!isPerson) found.customers += 1;
        if (removed_at === null || removed_at === undefined) found.usernames.push(username);
      }
      continue;
    }
    if (ids.has(group.project.id) || ids.size >= MAX_COUNTS.projects)
      throw new ArchiveError('imports.bad_records');
    ids.add(group.project.id);
    for (const { size } of group.files) refuseTooLarge(context, size);
    const { missing, bytes } = await checkGroup(group, { customers, origins }, claims);
    const textBytes = textBytesOf(group);
    if (textBytes > MAX_PROJECT_TEXT_BYTES) throw new ArchiveError('imports.too_much_in_project');
    await prepareTexts(context, group);
    found.projects += 1;
    found.files += group.files.length - missing;
    found.missing += missing;
    found.bytes += bytes;
    found.textBytes += textBytes;
  }
  // Bytes that no record names would belong to no row.
  if (claims.left > 0) throw new ArchiveError('imports.bad_records');
  return found;
}

async function takenOf({ db }: Context, usernames: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for await (const username of sliced(usernames, NAMES_AT_ONCE))
    if (await isUsernameTaken(db, username)) taken.push(username);
  return taken;
}

function countedOf(textBytes: number): number {
  return Math.max(0, textBytes - FREE_TEXT_BYTES);
}

async function keep(
  context: Context,
  { id, owner_id }: ArchiveUpload,
  {
    length,
    listed: { head, bytes: total_bytes },
    found,
    summary,
  }: { length: number; listed: Listed; found: Found; summary: ImportSummary },
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, owner_id);
    await updateArchiveUpload(tx.db, id, { size_bytes: 0 });
    const before = await sumTextBytes(tx.db, owner_id);
    const counted = countedOf(before + found.textBytes) - countedOf(before);
    // The space is never less than the store holds meanwhile.
    const needed = Math.max(found.bytes + counted, length - ARCHIVE_SLACK_BYTES);
    const refusal = 'imports.storage_exceeded';
    await spaceFor(tx, owner_id, { has: 0, atLeast: needed, atMost: needed, refusal });
    await updateArchiveUpload(tx.db, id, { size_bytes: needed });
    const values = { archive: head.export, summary: JSON.stringify(summary), total_bytes };
    await updateImport(tx.db, id, ['checking'], { state: 'ready', ...values });
  });
}

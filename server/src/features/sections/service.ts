import type { CreateSection, Section, UpdateSection } from '@vitrin/shared/contract/sections.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CountExceededError, NotFoundError } from '../../errors.ts';
import { isVisibleNow } from '../projects/access.ts';
import { touchProject } from '../projects/sums.ts';
import { lockOwnVersion, requireVisibleVersion } from '../versions/access.ts';
import {
  countSections,
  deleteSection as deleteSectionRow,
  findSection,
  insertSection,
  listSections,
  shiftSections,
  updateSection as updateSectionRow,
} from './queries.ts';
import { type SectionRow, toSection } from './row.ts';

type Clocked = Pick<Context, 'db' | 'now'>;

/** The sections of a version, in their order. Throws NotFoundError when the user may not see it. */
export async function getSections(
  context: Clocked,
  user: CurrentUser,
  versionId: number,
): Promise<Section[]> {
  await requireVisibleVersion(context, user, versionId);
  return (await listSections(context.db, versionId)).map(toSection);
}

/** Adds a section at `order`, shifting later ones, or at the end; CountExceededError when the version is full. */
export async function createSection(
  context: Context,
  user: CurrentUser,
  { name, version: versionId, order }: CreateSection,
): Promise<Section> {
  return inTransaction(context, async (tx) => {
    const version = await lockOwnVersion(tx, user, versionId);
    const count = await countSections(tx.db, versionId);
    const max = MAX_COUNTS.sections;
    if (count >= max) throw new CountExceededError('sections.too_many', { max });
    const position = Math.min(order ?? count + 1, count + 1);
    await shiftSections(tx.db, versionId, { from: position, to: count, steps: 1 });
    const now = timestampOf(tx);
    const row = await insertSection(tx.db, { version_id: versionId, name, position, created_at: now });
    await touch(tx, version);
    return toSection(row);
  });
}

/** Renames or moves a section. An update that changes nothing moves no date. */
export async function updateSection(
  context: Context,
  user: CurrentUser,
  id: number,
  { name, order }: UpdateSection,
): Promise<Section> {
  return inTransaction(context, async (tx) => {
    const { section, version } = await lockOwnSection(tx, user, id);
    const count = await countSections(tx.db, version.id);
    const from = section.position;
    const to = Math.min(order ?? from, count);
    const values = { name: name ?? section.name, position: to };
    if (values.name === section.name && to === from) return toSection(section);
    if (to > from) await shiftSections(tx.db, version.id, { from: from + 1, to, steps: -1 });
    if (to < from) await shiftSections(tx.db, version.id, { from: to, to: from - 1, steps: 1 });
    const row = await updateSectionRow(tx.db, id, values);
    await touch(tx, version);
    return toSection(row);
  });
}

/** Deletes a section and closes the gap in the order; its files stay in the version. */
export async function deleteSection(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const { section, version } = await lockOwnSection(tx, user, id);
    const count = await countSections(tx.db, version.id);
    await deleteSectionRow(tx.db, id);
    await shiftSections(tx.db, version.id, { from: section.position + 1, to: count, steps: -1 });
    await touch(tx, version);
  });
}

type OwnVersion = Awaited<ReturnType<typeof lockOwnVersion>>;

/** The section with its version, after locking the project; throws what lockOwnVersion throws. */
async function lockOwnSection(
  tx: Clocked,
  user: CurrentUser,
  id: number,
): Promise<{ section: SectionRow; version: OwnVersion }> {
  const { version_id } = await requireSection(tx, id);
  const version = await lockOwnVersion(tx, user, version_id);
  // Read again: it may have been moved or deleted while the lock was awaited.
  return { section: await requireSection(tx, id), version };
}

async function requireSection({ db }: Pick<Context, 'db'>, id: number): Promise<SectionRow> {
  const section = await findSection(db, id);
  if (!section) throw new NotFoundError();
  return section;
}

async function touch(tx: Clocked, version: OwnVersion): Promise<void> {
  const isSeen = isVisibleNow(version, tx);
  await touchProject(tx.db, version.project_id, { now: timestampOf(tx), isSeen });
}

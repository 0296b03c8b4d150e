import type { CreateLink, Link, ListedLink, UpdateLink } from '@vitrin/shared/contract/links.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { linkKey } from '@vitrin/shared/rules/texts/link-key.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { PageRange } from '../../database/pages.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CountExceededError, NotFoundError } from '../../errors.ts';
import { forgetLink } from '../events/service.ts';
import { keepReaderOf, notifyOfVersion } from '../notices/service.ts';
import { isVisibleNow, onlookerOf } from '../projects/access.ts';
import { touchProject } from '../projects/sums.ts';
import { requireSectionOf } from '../sections/access.ts';
import { lockOwnVersion, requireVisibleVersion } from '../versions/access.ts';
import {
  countLinks,
  countVisibleLinks,
  deleteLink as deleteLinkRow,
  findLink,
  insertLink,
  listLinks,
  listVisibleLinks,
  shiftLinks,
  updateLink as updateLinkRow,
} from './queries.ts';
import { type LinkRow, toLink } from './row.ts';

type Clocked = Pick<Context, 'db' | 'now'>;

/** Lists the links of a version in their order; throws NotFoundError when the user may not see it. */
export async function getLinks(context: Clocked, user: CurrentUser, versionId: number): Promise<Link[]> {
  await requireVisibleVersion(context, user, versionId);
  return (await listLinks(context.db, versionId)).map(toLink);
}

/** Returns a page of all links that the user may see, by version; `search` looks in titles and hosts. */
export async function getAllLinks(
  context: Clocked,
  user: CurrentUser,
  range: PageRange,
  search = '',
): Promise<{ count: number; results: ListedLink[] }> {
  const onlooker = onlookerOf(user, context);
  const [count, rows] = await Promise.all([
    countVisibleLinks(context.db, onlooker, search),
    listVisibleLinks(context.db, onlooker, range, search),
  ]);
  return { count, results: rows.map((row) => ({ ...toLink(row), project: row.project_id })) };
}

/** Returns a link with its place; throws NotFoundError when the user may not see its version. */
export async function getVisibleLink(context: Clocked, user: CurrentUser, id: number) {
  const link = await requireLink(context, id);
  const { owner_id, project_id } = await requireVisibleVersion(context, user, link.version_id);
  return { ...link, owner_id, project_id };
}

/** Adds a link at `order` or the end and shifts later ones; CountExceededError, ValidationError for a foreign section. */
export async function createLink(
  context: Context,
  user: CurrentUser,
  { title, address, version: versionId, section = null, order }: CreateLink,
): Promise<Link> {
  return inTransaction(context, async (tx) => {
    await keepReaderOf(tx, 'versions', versionId);
    const version = await lockOwnVersion(tx, user, versionId);
    const count = await countLinks(tx.db, versionId);
    const max = MAX_COUNTS.links;
    if (count >= max) throw new CountExceededError('links.too_many', { max });
    await requireSectionOf(tx.db, versionId, section);
    const position = Math.min(order ?? count + 1, count + 1);
    await shiftLinks(tx.db, versionId, { from: position, to: count, steps: 1 });
    const created_at = timestampOf(tx);
    const columns = { version_id: versionId, section_id: section, position };
    const search_key = linkKey({ title, address });
    const row = await insertLink(tx.db, { ...columns, title, address, search_key, created_at });
    await notifyOfVersion(tx, versionId);
    await touch(tx, version);
    return toLink(row);
  });
}

/** Changes or moves a link. Unchanged values leave the version's date as it is. */
export async function updateLink(
  context: Context,
  user: CurrentUser,
  id: number,
  { title, address, section, order }: UpdateLink,
): Promise<Link> {
  return inTransaction(context, async (tx) => {
    const { link, version } = await lockOwnLink(tx, user, id);
    await requireSectionOf(tx.db, version.id, section);
    const count = await countLinks(tx.db, version.id);
    const from = link.position;
    const to = Math.min(order ?? from, count);
    const values = {
      title: title ?? link.title,
      address: address ?? link.address,
      section_id: section === undefined ? link.section_id : section,
      position: to,
    };
    const isSame = (Object.keys(values) as (keyof typeof values)[]).every((key) => values[key] === link[key]);
    if (isSame) return toLink(link);
    if (to > from) await shiftLinks(tx.db, version.id, { from: from + 1, to, steps: -1 });
    if (to < from) await shiftLinks(tx.db, version.id, { from: to, to: from - 1, steps: 1 });
    const row = await updateLinkRow(tx.db, id, { ...values, search_key: linkKey(values) });
    await touch(tx, version);
    return toLink(row);
  });
}

/** Deletes a link and closes the gap in the order. */
export async function deleteLink(context: Context, user: CurrentUser, id: number): Promise<void> {
  await inTransaction(context, async (tx) => {
    const { link, version } = await lockOwnLink(tx, user, id);
    const count = await countLinks(tx.db, version.id);
    await forgetLink(tx.db, id);
    await deleteLinkRow(tx.db, id);
    await shiftLinks(tx.db, version.id, { from: link.position + 1, to: count, steps: -1 });
    await touch(tx, version);
  });
}

type OwnVersion = Awaited<ReturnType<typeof lockOwnVersion>>;

/** Returns the link with its version after locking the project; throws as lockOwnVersion. */
async function lockOwnLink(
  tx: Clocked,
  user: CurrentUser,
  id: number,
): Promise<{ link: LinkRow; version: OwnVersion }> {
  const { version_id } = await requireLink(tx, id);
  const version = await lockOwnVersion(tx, user, version_id);
  // The link is read again, because it may have been moved or deleted before the lock.
  return { link: await requireLink(tx, id), version };
}

async function requireLink({ db }: Pick<Context, 'db'>, id: number): Promise<LinkRow> {
  const link = await findLink(db, id);
  if (!link) throw new NotFoundError();
  return link;
}

async function touch(tx: Clocked, version: OwnVersion): Promise<void> {
  const isSeen = isVisibleNow(version, tx);
  await touchProject(tx.db, version.project_id, { now: timestampOf(tx), isSeen });
}

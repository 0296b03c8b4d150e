import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import type { EventKind } from '../../database/tables/events.ts';
import {
  countFilesOf,
  listLookIds,
  listLookKeys,
  listLooks,
  type LookKey,
  type LookRow,
  toImportOrigin,
  toNamedLink,
} from './look-queries.ts';

/** Older looks are in the sums of their days alone. */
const MOST_LOOKS = 1000;

const LATELY = 8;

/** Enough to find LATELY of them when many stand for others. */
const READ_FOR_LATELY = 500;

/** Files that one person opens or downloads of a version within an hour are one entry. */
const TOGETHER_MILLISECONDS = 3600 * 1000;

const OF_FILES: ReadonlySet<EventKind> = new Set(['file_previewed', 'file_downloaded']);

const MINUTE_MILLISECONDS = 60_000;

/** Returns a page of who looked at what, newest first, and the number of all looks, up to MOST_LOOKS. */
export async function getLooks(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  { offset, limit }: PageRange,
): Promise<{ count: number; results: Look[] }> {
  const ids = await listLookIds(db, user.id, MOST_LOOKS);
  return { count: ids.length, results: (await readLooks(db, ids.slice(offset, offset + limit))).map(toLook) };
}

/** Returns the newest looks: each visit of a page once, and the files of a version together, with their number. */
export async function getLately({ db }: Pick<Context, 'db'>, user: CurrentUser): Promise<Look[]> {
  const keys = await listLookKeys(db, user.id, READ_FOR_LATELY);
  const shown = withoutRepeats(keys.filter((key) => !keys.some((other) => saysMore(other, key)))).slice(
    0,
    LATELY,
  );
  const rows = await readLooks(
    db,
    shown.map(({ id }) => id),
  );
  const keyOf = new Map(shown.map((key) => [key.id, key]));
  return Promise.all(
    rows.map(async (row) => {
      const look = toLook(row);
      const key = keyOf.get(row.id);
      if (!key || !OF_FILES.has(key.kind)) return look;
      return { ...look, files: await countFilesOf(db, key, new Date(beginOf(key)).toISOString()) };
    }),
  );
}

/** Returns the looks for which no newer one stands, the newest first. */
function withoutRepeats(keys: LookKey[]): LookKey[] {
  const newest = new Map<string, LookKey>();
  return keys.filter((key) => {
    if (!OF_FILES.has(key.kind)) return true;
    const { kind, user_id, version_id, origin_id } = key;
    const what = [kind, user_id, version_id, origin_id].join(' ');
    const shown = newest.get(what);
    if (shown && Date.parse(key.at) > beginOf(shown)) return false;
    newest.set(what, key);
    return true;
  });
}

/** Returns the time in milliseconds before which looks do not belong together with this one. */
function beginOf({ at }: LookKey): number {
  return Date.parse(at) - TOGETHER_MILLISECONDS;
}

async function readLooks(db: Database, ids: number[]): Promise<LookRow[]> {
  return ids.length === 0 ? [] : listLooks(db, ids);
}

/** True if another look covers this one: opening a project opens its newest version, which makes two looks of one. */
function saysMore(other: LookKey, { kind, user_id, project_id, at }: LookKey): boolean {
  if (kind !== 'project_opened' || other.kind !== 'version_opened') return false;
  const isSamePage = other.user_id === user_id && other.project_id === project_id;
  return isSamePage && Math.abs(Date.parse(other.at) - Date.parse(at)) < MINUTE_MILLISECONDS;
}

function toLook(row: LookRow): Look {
  const { id, kind, username, at, project_id, version_id, version_number, file_id, file_name } = row;
  return {
    id,
    kind,
    username,
    at,
    project: { id: project_id, name: row.project_name },
    version: version_id === null || version_number === null ? null : { id: version_id, version_number },
    file: file_id === null || file_name === null ? null : { id: file_id, name: file_name },
    link: toNamedLink(row),
    files: file_id === null ? 0 : 1,
    brought: toImportOrigin(row),
  };
}

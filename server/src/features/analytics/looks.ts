import type { Look } from '@vitrin/shared/contract/looks.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import type { PageRange } from '../../database/pages.ts';
import { listLookIds, listLooks, type LookRow, toBrought } from './look-queries.ts';

/** Older looks are in the sums of their days alone. */
const MOST_LOOKS = 1000;

const LATELY = 8;

/** Enough to find LATELY of them when half stand for others. */
const READ_FOR_LATELY = 4 * LATELY;

const MINUTE_MILLISECONDS = 60_000;

/** A page of who looked at what, newest first, and how many looks there are in all, up to MOST_LOOKS. */
export async function getLooks(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  { offset, limit }: PageRange,
): Promise<{ count: number; results: Look[] }> {
  const ids = await listLookIds(db, user.id, MOST_LOOKS);
  return { count: ids.length, results: (await readLooks(db, ids.slice(offset, offset + limit))).map(toLook) };
}

/** The newest looks, each visit of a page once. */
export async function getLately({ db }: Pick<Context, 'db'>, user: CurrentUser): Promise<Look[]> {
  const rows = await readLooks(db, await listLookIds(db, user.id, READ_FOR_LATELY));
  return rows
    .filter((row) => !rows.some((other) => saysMore(other, row)))
    .slice(0, LATELY)
    .map(toLook);
}

async function readLooks(db: Database, ids: number[]): Promise<LookRow[]> {
  return ids.length === 0 ? [] : listLooks(db, ids);
}

/** Opening a project opens its newest version, so that two looks tell of one. */
function saysMore(other: LookRow, { kind, user_id, project_id, at }: LookRow): boolean {
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
    brought: toBrought(row),
  };
}

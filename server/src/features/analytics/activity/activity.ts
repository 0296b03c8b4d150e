import type {
  Activity,
  FileReceivers,
  LinkReceivers,
  VersionReceivers,
} from '@vitrin/shared/contract/figures/activity.ts';
import type { Context } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { Database } from '../../../database/connect.ts';
import type { PageRange } from '../../../database/pages.ts';
import { NotFoundError } from '../../../errors.ts';
import { getVisibleFile } from '../../files/service.ts';
import { getVisibleLink } from '../../links/service.ts';
import { requireVisibleProject } from '../../projects/access.ts';
import { requireVisibleVersion } from '../../versions/access.ts';
import { listLooks, type LookRow, toImportOrigin, toNamedLink } from '../look-queries.ts';
import {
  countUnopened,
  type FetchedRow,
  listFetched,
  listFileNames,
  listLookTimes,
  listPlayed,
  listSeenBy,
  listUnopened,
  listVersionsWithCounts,
  type PlayedRow,
} from './activity-queries.ts';

/** Older looks are in the sums of their days alone. */
const MOST_LOOKS = 1000;

/** A version is seen by its customer, and by those who had the project before. */
const MOST_PEOPLE = 100;

const MOST_UNOPENED = 20;

/** Lists what customers did, newest first, with the total; NotFoundError for all but the freelancer hides that it is kept. */
export async function getActivity(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  projectId: number,
  { offset, limit }: PageRange,
): Promise<{ count: number; results: Activity[] }> {
  hideFromOthers(user, await requireVisibleProject(db, user, projectId));
  const [looks, fetched, played] = await Promise.all([
    listLookTimes(db, projectId, MOST_LOOKS),
    listFetched(db, 'project_id', projectId),
    listPlayed(db, 'plays.project_id', projectId, MOST_LOOKS),
  ]);
  const all: (Shown & { at: string })[] = [
    ...looks,
    ...fetched.map((row) => ({ id: row.file_id, at: timeOf(row), row })),
    ...played.map((play) => ({ id: play.file_id, at: play.last_at, play })),
  ].toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1));
  const shown = all.slice(offset, offset + limit);
  return { count: all.length, results: await readActivity(db, shown) };
}

type Shown = { id: number; row?: FetchedRow; play?: PlayedRow };

async function readActivity(db: Database, shown: readonly Shown[]): Promise<Activity[]> {
  const lookIds = shown.flatMap(({ id, row, play }) => (row || play ? [] : id));
  const single = shown.flatMap(({ row, play }) => (row?.files === 1 ? row.file_id : (play?.file_id ?? [])));
  const looks = new Map((lookIds.length > 0 ? await listLooks(db, lookIds) : []).map((row) => [row.id, row]));
  const versionIds = [
    ...[...looks.values()].flatMap(({ version_id }) => version_id ?? []),
    ...shown.flatMap(({ row, play }) => row?.version_id ?? play?.version_id ?? []),
  ];
  const versions = new Map(
    (versionIds.length > 0 ? await listVersionsWithCounts(db, versionIds) : []).map((row) => [row.id, row]),
  );
  const names = new Map(
    (single.length > 0 ? await listFileNames(db, single) : []).map((file) => [file.id, file]),
  );
  const versionOf = (id: number | null) => (id === null ? undefined : versions.get(id)) ?? null;
  return shown.flatMap(({ id, row, play }): Activity[] => {
    if (play)
      return [
        {
          kind: 'played',
          username: play.username,
          at: play.last_at,
          version: versionOf(play.version_id),
          file: names.get(play.file_id) ?? null,
          link: null,
          fetched: null,
          played: { device: play.device, percent: play.percent },
          brought: toImportOrigin(play),
        },
      ];
    if (row)
      return [
        {
          kind: 'downloaded',
          username: row.username,
          at: timeOf(row),
          version: versionOf(row.version_id),
          file: row.files === 1 ? (names.get(row.file_id) ?? null) : null,
          link: null,
          fetched: toFetched(row),
          played: null,
          brought: toImportOrigin(row),
        },
      ];
    const look = looks.get(id);
    return look ? [toActivity(look, versionOf(look.version_id))] : [];
  });
}

function toActivity(look: LookRow, version: Activity['version']): Activity {
  const { kind, username, at, file_id, file_name } = look;
  if (kind === 'file_downloaded' || kind === 'zip_downloaded')
    throw new Error('The beginning of a download is no look');
  const file = file_id === null || file_name === null ? null : { id: file_id, name: file_name };
  const link = toNamedLink(look);
  return {
    kind,
    username,
    at,
    version,
    file,
    link,
    fetched: null,
    played: null,
    brought: toImportOrigin(look),
  };
}

export async function getFileReceivers(
  context: Context,
  user: CurrentUser,
  fileId: number,
): Promise<FileReceivers> {
  hideFromOthers(user, await getVisibleFile(context, user, fileId));
  return readReceivers(context.db, 'file_id', fileId);
}

export async function getLinkReceivers(
  context: Context,
  user: CurrentUser,
  linkId: number,
): Promise<LinkReceivers> {
  hideFromOthers(user, await getVisibleLink(context, user, linkId));
  return { seen_by: (await listSeenBy(context.db, 'link_id', linkId, MOST_PEOPLE)).map(toSeenBy) };
}

export async function getVersionReceivers(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  versionId: number,
): Promise<VersionReceivers> {
  const { db } = context;
  hideFromOthers(user, await requireVisibleVersion(context, user, versionId));
  const [receivers, count, files, [version]] = await Promise.all([
    readReceivers(db, 'version_id', versionId),
    countUnopened(db, versionId),
    listUnopened(db, versionId, MOST_UNOPENED),
    listVersionsWithCounts(db, [versionId]),
  ]);
  return { ...receivers, file_count: version?.file_count ?? 0, unopened: { count, files } };
}

async function readReceivers(db: Database, of: 'version_id' | 'file_id', id: number): Promise<FileReceivers> {
  const [seen_by, fetched, played] = await Promise.all([
    listSeenBy(db, of, id, MOST_PEOPLE),
    listFetched(db, of, id),
    listPlayed(db, `plays.${of}`, id, MOST_PEOPLE),
  ]);
  const newest = fetched.toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1)).slice(0, MOST_PEOPLE);
  return {
    seen_by: seen_by.map(toSeenBy),
    played_by: played.map(({ username, last_at, device, percent, ...row }) => ({
      username,
      at: last_at,
      device,
      percent,
      brought: toImportOrigin(row),
    })),
    downloaded_by: newest.map((row) => ({
      username: row.username,
      at: timeOf(row),
      ...toFetched(row),
      brought: toImportOrigin(row),
    })),
  };
}

function toSeenBy(row: Awaited<ReturnType<typeof listSeenBy>>[number]) {
  return { username: row.username, at: row.at, brought: toImportOrigin(row) };
}

function toFetched({ device, files, complete, handed, covered, size }: FetchedRow) {
  const percent = complete === files ? 100 : Math.floor((100 * covered) / Math.max(1, size));
  return { device, files, complete, handed, percent };
}

function timeOf({ files, complete, completed_at, last_at }: FetchedRow): string {
  return (files === complete ? completed_at : null) ?? last_at;
}

function hideFromOthers(user: CurrentUser, { owner_id }: { owner_id: number }): void {
  if (owner_id !== user.id) throw new NotFoundError();
}

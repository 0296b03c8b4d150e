import type { QueryKey } from '@tanstack/react-query';
import type { Hint } from '@vitrin/shared/contract/changes.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isWorkUnderWay } from '../../lib/work-under-way.ts';
import { analyticsQuery } from '../analytics/api.ts';
import { filesQuery } from '../files/api.ts';
import { projectKey, projectPageQuery, projectsSummaryQuery } from '../projects/api.ts';

/** Delay after which the hints of an upload of many files load a list once or twice instead of each time. */
const TOGETHER_MS = 150;
/** A write that is under way shows its result already; an answer from before it would undo that for a moment. */
const WRITE_MS = 300;

const LISTS = [projectPageQuery({}, 1).queryKey.slice(0, 2), projectsSummaryQuery.queryKey];
const ALL_PROJECTS = projectsSummaryQuery.queryKey.slice(0, 1);
const ALL_LOOKS = analyticsQuery(7).queryKey.slice(0, 1);
const ALL_FILES = filesQuery(0).queryKey.slice(0, 1);

/**
 * Invalidates the queries that hints concern and fetches those on screen. Forms keep their input, copied at opening.
 * Calls back with the number of each version added to the shown project.
 */
export function createRefresh(onNewVersion: (number: string) => void): (hint: Hint) => void {
  let hints: Hint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    timer = undefined;
    if (queryClient.isMutating() > 0) {
      timer = setTimeout(() => void run(), WRITE_MS);
      return;
    }
    const due = hints;
    hints = [];
    const keys = new Map(due.flatMap(keysOf).map((key) => [JSON.stringify(key), key]));
    const before = shownVersions();
    await Promise.all(Array.from(keys.values(), (queryKey) => queryClient.invalidateQueries({ queryKey })));
    if (due.some(({ event }) => event !== 'change')) leaveLostProjects();
    for (const [project, versions] of shownVersions())
      for (const [id, number] of versions)
        if (before.has(project) && !before.get(project)?.has(id)) onNewVersion(number);
  };
  return (hint) => {
    hints.push(hint);
    timer ??= setTimeout(() => void run(), TOGETHER_MS);
  };
}

function keysOf(hint: Hint): QueryKey[] {
  if (hint.event !== 'change') return [ALL_PROJECTS, ALL_FILES, ALL_LOOKS];
  const { project, parts } = hint;
  const shown = queryClient.getQueryData<Project>(projectKey(project));
  return [
    projectKey(project),
    ...LISTS,
    ...(parts.includes('files') ? (shown?.versions ?? []).map(({ id }) => filesQuery(id).queryKey) : []),
    ...(parts.includes('looks') ? [ALL_LOOKS] : []),
  ];
}

/** Versions by project, of the projects on the screen. */
function shownVersions(): Map<number, Map<number, string>> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: projectKey(0).slice(0, 2), type: 'active' });
  const projects = shown.flatMap(({ state }) => (state.data as Project | undefined) ?? []);
  return new Map(
    projects.map(({ id, versions }) => [
      id,
      new Map(versions.map((version) => [version.id, version.version_number])),
    ]),
  );
}

/** A project that is not there any more is not shown any longer, unless something is being typed in it. */
function leaveLostProjects(): void {
  if (isWorkUnderWay()) return;
  const isLost = (error: unknown) => error instanceof ApiError && error.status === 404;
  for (const query of queryClient.getQueryCache().findAll({ queryKey: projectKey(0).slice(0, 2) }))
    if (isLost(query.state.error)) void queryClient.resetQueries({ queryKey: query.queryKey });
}

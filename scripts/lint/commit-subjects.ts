import { spawnSync } from 'node:child_process';

/** Subjects are shorter: a list of commits shows them whole. */
const LIMIT_CHARACTERS = 72;
/** Far more than the list of all commits will be. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns the commits after `since` with too long subjects, in the format of `git log`; merges are skipped,
 * because Git writes their subjects. Empty without Git, without a repository, or if the history does not
 * reach back to `since`.
 */
export function longSubjects(root: string, since: string): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${since}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MOST_BYTES,
  });
  if (status !== 0) return [];
  const isLong = (line: string) => line.slice(line.indexOf(' ') + 1).length >= LIMIT_CHARACTERS;
  return stdout.split('\n').filter(isLong);
}

import path from 'node:path';

const TEST = /\.test\.tsx?$/;
/** `from '…'`, `import('…')`, `import '…'` and `vi.mock('…')` of a file of the repository. */
const SPECIFIER = /(?:from|import|mock)\s*\(?\s*'((?:\.|@vitrin\/)[^']+)'/g;
/** A feature of the server or the web app, a screen, or a folder of another kind: its tests belong to each of its files. */
const ROOM = /^\w[\w-]*(?:\/src)?\/(?:features\/[^/]+|screens\/[^/]+|[^/]+)(?=\/)/;

/** Most tests that run for the changes in one room, which take half a minute on two cores. */
const MOST_OF_A_ROOM = 12;

/**
 * Selects the tests to run for a change, nearest first: changed tests, those that import a changed file, those in its
 * folder, those that import it through one other file, and the rest of its feature (`server/src/features/files`).
 * Except for changed tests they are at most `most` for each room; the others are `left` to the complete run, as are tests
 * that reach the change through more files, as API tests do through the application.
 *
 * @param changed paths from the root of the repository
 * @param sources the text of every file, by its path
 */
export function relatedTests(
  changed: readonly string[],
  sources: ReadonlyMap<string, string>,
  most = MOST_OF_A_ROOM,
): { tests: string[]; left: string[] } {
  const importers = importersOf(sources);
  const near = changed.flatMap((file) => importers.get(file) ?? []);
  const code = changed.filter((file) => !TEST.test(file));
  const rooms = new Set(code.flatMap(roomOf));
  const folders = new Set(code.map((file) => path.posix.dirname(file)));
  const further = near.flatMap((file) => importers.get(file) ?? []);
  const tests = [...sources.keys()].filter((file) => TEST.test(file)).toSorted();
  const byDistance = [
    tests.filter((file) => near.includes(file)),
    tests.filter(
      (file) => roomOf(file).some((room) => rooms.has(room)) && folders.has(path.posix.dirname(file)),
    ),
    tests.filter((file) => further.includes(file)),
    tests.filter((file) => roomOf(file).some((room) => rooms.has(room))),
  ];
  const own = tests.filter((file) => changed.includes(file));
  const others = [...new Set(byDistance.flat())].filter((file) => !own.includes(file));
  const room = most * Math.max(1, rooms.size);
  return { tests: [...own, ...others.slice(0, room)], left: others.slice(room) };
}

function roomOf(file: string): string[] {
  return ROOM.exec(file)?.slice(0, 1) ?? [];
}

/** For each file those that import it. */
function importersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, source] of sources)
    for (const [, specifier = ''] of source.matchAll(SPECIFIER)) {
      const target = targetOf(file, specifier);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  return importers;
}

function targetOf(file: string, specifier: string): string {
  const [, side, rest] = /^@vitrin\/(\w+)\/(.+)$/.exec(specifier) ?? [];
  const target =
    side === undefined ? path.posix.join(path.posix.dirname(file), specifier) : `${side}/src/${rest}`;
  return target.replace(/\?.*$/, '');
}

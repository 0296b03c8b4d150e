import path from 'node:path';

const TEST = /\.test\.tsx?$/;
/** `from '…'`, `import('…')`, `import '…'` and `vi.mock('…')` of a file of the repository. */
const SPECIFIER = /(?:from|import|mock)\s*\(?\s*'((?:\.|@vitrin\/)[^']+)'/g;
/** A feature of the server or the web app, a screen, or a folder of another kind: its tests belong to each of its files. */
const ROOM = /^\w[\w-]*(?:\/src)?\/(?:features\/[^/]+|screens\/[^/]+|[^/]+)(?=\/)/;

/**
 * Selects the tests to run for a change: changed tests, those in the folders of changed files
 * (`server/src/features/files`), and those that import a changed file directly or through one other file.
 * Tests that reach it through more files, as API tests do through the application, are left to the complete
 * run.
 *
 * @param changed paths from the root of the repository
 * @param sources the text of every file, by its path
 */
export function relatedTests(changed: readonly string[], sources: ReadonlyMap<string, string>): string[] {
  const importers = importersOf(sources);
  const rooms = new Set(changed.flatMap((file) => (TEST.test(file) ? [] : (ROOM.exec(file)?.[0] ?? []))));
  const near = changed.flatMap((file) => importers.get(file) ?? []);
  const reached = new Set([...changed, ...near, ...near.flatMap((file) => importers.get(file) ?? [])]);
  return [...sources.keys()]
    .filter((file) => TEST.test(file))
    .filter((file) => reached.has(file) || rooms.has(ROOM.exec(file)?.[0] ?? ''))
    .toSorted();
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

import type { TestDatabase } from './tree-copy.ts';

/** Calls every route as every kind of user; each of its tests is about one route. */
export const ACCESS_MATRIX = 'server/src/testing/access-matrix/access-matrix.test.ts';

/** Tests of whole servers, storms and clusters, which are slow and not about who may see what. */
const SLOW = /\.(?:sqlite|postgres)\.test\.ts$|kill|storm|memory|start-stop|s3-|responsive/;

const API_TEST =
  /^(?:server\/src\/(?:adapters|database|features|http|jobs|metrics|rich-text|steps|testing)|operator\/src)\/.*\.test\.ts$/;

/** Every test of the API that is quick enough, those before a release included. */
export function apiTests(files: readonly string[]): string[] {
  return files.filter((name) => API_TEST.test(name) && !SLOW.test(name));
}

/** Part of the tree with slow tests of its own: the operator's commands, a feature, or a folder of the server. */
const PART = /^(?:operator\/src|server\/src\/(?:features\/)?[^/]+)\//;
/** Parts that only tests of whole servers try slowly. */
const OF_WHOLE_SERVER = /^server\/src\/(?:adapters|http|steps)\//;

/** The slow tests of the part that a file belongs to, on one database. */
export function slowTestsNear(file: string, database: TestDatabase, files: readonly string[]): string[] {
  const parts = [
    PART.exec(file)?.[0] ?? file,
    ...(OF_WHOLE_SERVER.test(file) ? ['server/src/testing/'] : []),
  ];
  return files.filter(
    (name) =>
      name.endsWith('.test.ts') &&
      SLOW.test(name) &&
      name.endsWith('.postgres.test.ts') === (database === 'postgres') &&
      parts.some((part) => name.startsWith(part)),
  );
}

/** Calls every route as every kind of user; each of its tests is about one route. */
export const ACCESS_MATRIX = 'server/src/testing/access-matrix/access-matrix.test.ts';

/** Tests of whole servers, storms and clusters, which are slow and not about who may see what. */
const SLOW = /\.(?:sqlite|postgres)\.test\.ts$|kill|storm|memory|start-stop|s3-|responsive/;

const API_TEST = /^(?:server\/src\/(?:features|http|rich-text|steps|testing)|operator\/src)\/.*\.test\.ts$/;

/** Every test of the API that is quick enough, those before a release included. */
export function apiTests(files: readonly string[]): string[] {
  return files.filter((name) => API_TEST.test(name) && !SLOW.test(name));
}

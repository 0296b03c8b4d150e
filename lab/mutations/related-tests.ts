import path from 'node:path';
import { releaseTests } from '../../test-kit/large/daily-tests.ts';

/** Calls every route as every kind of user. */
export const ACCESS_MATRIX = 'server/src/testing/access-matrix/access-matrix.test.ts';

/** The matrix, and tests that look for changes in other users' data. */
const ABOUT_ALL = [ACCESS_MATRIX, 'server/src/testing/every-route/bystanders.test.ts'];

/** Tests of whole servers, storms and clusters, which are slow and not about who may see what. */
const SLOW = /\.(?:sqlite|postgres)\.test\.ts$|kill|storm|memory|start-stop|s3-|responsive/;

const API_TEST =
  /^(?:server\/src\/(?:features|http|rich-text|steps|testing)|operator\/src\/admin)\/.*\.test\.ts$/;

/** The steps of each request, and the folder of what they install. */
const STEPS = 'server/src/steps/';
const INSTALLED = 'server/src/http/';

/**
 * Tests likely to notice a change of a file (`near`), which are those of the whole API and those in its folder,
 * and all others that may.
 */
export function relatedTests(file: string, files: readonly string[]): { near: string[]; others: string[] } {
  const all = apiTests(files);
  const feature = /^server\/src\/features\/[^/]+\//.exec(file)?.[0];
  const isBeside = (test: string) =>
    feature === undefined ? path.dirname(test) === path.dirname(file) : test.startsWith(feature);
  const isInstalled = (test: string) => file.startsWith(STEPS) && test.startsWith(INSTALLED);
  const isNear = (test: string) => ABOUT_ALL.includes(test) || isBeside(test) || isInstalled(test);
  return { near: all.filter(isNear), others: all.filter((test) => !isNear(test)) };
}

/** Every test of the API that is quick enough and runs in `npm test`. */
export function apiTests(files: readonly string[]): string[] {
  const left = new Set(releaseTests());
  return files.filter((name) => API_TEST.test(name) && !SLOW.test(name) && !left.has(name));
}

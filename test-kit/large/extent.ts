/**
 * How much of what is tried kind by kind a run tries: `daily` some of each class (each decoder, each viewer, each way to
 * be broken), `whole` every kind, which `npm run test:large` asks for.
 */
export const EXTENT = process.env['VITRIN_CORPUS'] === 'whole' ? 'whole' : 'daily';

/** Cases of one class; the programs that read `rare` ones read `daily` ones too. */
export type Cases<T> = { daily: T[]; rare: T[] };

/** Those cases of a class that this run tries. */
export function casesOf<T>({ daily, rare }: Cases<T>): T[] {
  return EXTENT === 'whole' ? [...daily, ...rare] : daily;
}

/**
 * Set by `npm test`, which repeats nothing for its moment alone and leaves disasters to `npm run test:all`. A test that is
 * run by its name runs as there.
 */
export const IS_DAILY = process.env['VITRIN_TEST_EXTENT'] === 'daily';

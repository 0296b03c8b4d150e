import { appendFileSync } from 'node:fs';

/**
 * Loaded into each process of a test run: defines the function called by `withSwitches`, which is true for the
 * mutants numbered in VITRIN_MUTANTS. It appends each number it is asked for to the file VITRIN_REACHED, one a line,
 * with the running test, or with none in processes that a test starts: at once, because tests kill processes, and only
 * once, because a mutant is reached thousands of times. Tests of commands replace `process.env` for a while.
 */
const environment = process.env;
const file = environment['VITRIN_REACHED'];
const recorded = new Set<string>();

Object.defineProperty(globalThis, 'isMutated', {
  value: (id: number) => {
    const { runningTest = '' } = globalThis as { runningTest?: string };
    if (file !== undefined) record(file, `${id}\t${runningTest}\n`);
    return environment['VITRIN_MUTANTS']?.includes(` ${id} `) ?? false;
  },
});

function record(to: string, line: string): void {
  if (recorded.has(line)) return;
  recorded.add(line);
  appendFileSync(to, line);
}

import { appendFileSync } from 'node:fs';

/**
 * Loaded into each process of a test run: defines the function that `withProbes` calls, which appends the number of
 * each reached place to the file VITRIN_REACHED, one a line. At once, because tests kill processes, and once each,
 * because places are reached thousands of times.
 */
const file = process.env['VITRIN_REACHED'];
const reached = new Set<number>();

Object.defineProperty(globalThis, 'recordReached', {
  value: (id: number) => {
    if (file === undefined || reached.has(id)) return;
    reached.add(id);
    appendFileSync(file, `${id}\n`);
  },
});

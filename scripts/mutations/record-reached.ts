import { appendFileSync } from 'node:fs';

/**
 * Loaded before everything else into each process of a test run: takes the calls that `withProbes` puts into the
 * files, and appends the number of each place that is reached to the file VITRIN_REACHED, one a line. At once, because
 * processes are killed in tests; once each, because places are reached thousands of times.
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

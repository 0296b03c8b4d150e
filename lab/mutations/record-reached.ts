import { appendFileSync } from 'node:fs';

/**
 * Loaded into each process of a test run: defines the function called by `withProbes`, which appends the
 * number of each reached mutant to the file VITRIN_REACHED, one a line. It writes at once, because tests kill
 * processes, and only once each, because a mutant is reached thousands of times.
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

import path from 'node:path';
import { longSubjects } from './commit-subjects.ts';

/** The last commit before subjects were checked; those up to it stay as they are. */
const SINCE = 'bbf90348a4b5e75bbc19e64fbf659b436e2b11c9';

const long = longSubjects(path.resolve(import.meta.dirname, '../..'), SINCE);
for (const line of long) console.error(`${line}: the subject has 72 characters or more`);
process.exitCode = long.length === 0 ? 0 : 1;

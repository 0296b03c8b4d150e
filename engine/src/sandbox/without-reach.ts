import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';

/*
 * Runs before a decoder: in spite of Node's permissions scripts could signal other processes, inspect them, change
 * their priority, and set V8 flags that write files.
 */
const REACHING: [object, string[]][] = [
  [process, ['kill', '_kill', '_debugProcess', '_debugEnd']],
  [os, ['setPriority']],
  [v8, ['setFlagsFromString']],
];

for (const [owner, names] of REACHING)
  for (const name of names) Object.defineProperty(owner, name, { value: undefined });
syncBuiltinESMExports();

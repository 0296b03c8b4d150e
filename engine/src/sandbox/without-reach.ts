import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';

/*
 * Loaded before a decoder in JavaScript. Node's permissions let every script signal other processes, start their
 * inspectors and change their priority, and set flags by which V8 writes files.
 */
const REACHING: [object, string[]][] = [
  [process, ['kill', '_kill', '_debugProcess', '_debugEnd']],
  [os, ['setPriority']],
  [v8, ['setFlagsFromString']],
];

for (const [owner, names] of REACHING)
  for (const name of names) Object.defineProperty(owner, name, { value: undefined });
syncBuiltinESMExports();

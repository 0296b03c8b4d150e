/** Loaded before the server (`node --import`): prints the path of each file that is read synchronously. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { readFileSync } = fs;
fs.readFileSync = ((...given: Parameters<typeof readFileSync>) => {
  process.stdout.write(`read while all wait: ${String(given[0])}\n`);
  return readFileSync(...given);
}) as typeof readFileSync;
syncBuiltinESMExports();

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

/** `npm run admin -- WORDS` beside a running server; returns what it printed. */
export async function runAdmin({ dataDir }: { dataDir: string }, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['operator/src/admin/main.ts', ...words], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: 'node_modules/.cache/vitrin',
      DATA_DIR: dataDir,
    },
  });
  return stdout;
}

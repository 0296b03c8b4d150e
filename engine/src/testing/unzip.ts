import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Output of `unzip` with an option such as -tq (test the archive); throws if it finds a fault. */
export async function unzip(option: string, archive: Buffer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-zip-'));
  try {
    const file = join(folder, 'archive.zip');
    writeFileSync(file, archive);
    return (await promisify(execFile)('unzip', [option, file])).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

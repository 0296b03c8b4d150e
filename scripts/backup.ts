import { cpSync, existsSync, globSync, mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, backup } from 'node:sqlite';

/**
 * Copies DATA_DIR into a folder while the server runs: `npm run backup -- FOLDER`. Stored files never change, so those
 * in the folder already are not copied again. First files, then the database, then the files added meanwhile, so that
 * every row in the copied database has its file.
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  const database = path.join(dataDir, 'vitrin.sqlite');
  if (!existsSync(database)) throw new Error(`There is no SQLite database in ${dataDir}.`);
  mkdirSync(target, { recursive: true });
  copyNewFiles(dataDir, target);
  const source = new DatabaseSync(database, { readOnly: true });
  const unfinished = path.join(target, 'vitrin.sqlite.unfinished');
  await backup(source, unfinished);
  source.close();
  renameSync(unfinished, path.join(target, 'vitrin.sqlite'));
  copyNewFiles(dataDir, target);
}

/** Copies everything but databases, their journals, the lock, and uploads that are still arriving. */
function copyNewFiles(dataDir: string, target: string): void {
  for (const entry of globSync('**/*', { cwd: dataDir, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.includes('.sqlite') || path.basename(entry.parentPath) === 'tmp')
      continue;
    const file = path.join(entry.parentPath, entry.name);
    const copy = path.join(target, path.relative(dataDir, file));
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined || statSync(copy, { throwIfNoEntry: false })?.size === size) continue;
    try {
      cpSync(file, copy, { preserveTimestamps: true });
    } catch (error) {
      // The file was deleted meanwhile, with its row.
      if (existsSync(file)) throw error;
    }
  }
}

if (import.meta.main) {
  const [target] = process.argv.slice(2);
  if (target === undefined) {
    console.error('Say where to: npm run backup -- FOLDER');
    process.exitCode = 1;
  } else {
    const dataDir = path.resolve(process.env['DATA_DIR'] ?? './data');
    await backUp(dataDir, path.resolve(target));
    console.log(`${dataDir} is copied to ${path.resolve(target)}`);
  }
}

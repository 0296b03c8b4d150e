import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  type BackupFolder,
  type Copy,
  listCopies,
  listSnapshots,
  MARK,
  MARK_TEXT,
  openToRead,
  sizeInFolder,
} from './backup-folder.ts';
import { contentOf, readFileBytes } from './durable-files.ts';
import { forEach } from './for-each.ts';
import { filesOf, hasSum, MANIFEST, readManifest, readSums, SUMS } from './manifest.ts';
import { countProgress, type OnProgress } from './progress.ts';

/** A file of the folder, as a path in it, and what is wrong with it. */
type Damage = { file: string; problem: string };

type VerifyReport = { snapshots: number; objects: number; bytes: number; damage: Damage[] };

const IS_DAMAGED = 'is damaged.';
const IS_MISSING = 'is missing.';

/** Reads every byte of all backups of a folder and names each file that is not what was written (specification 12.5). */
export async function verifyBackups(path: string, onProgress: OnProgress = () => {}): Promise<VerifyReport> {
  const folder = openToRead(path);
  const snapshots = await listSnapshots(folder);
  const damage: Damage[] = [];
  const mark = join(folder.root, MARK);
  if (!existsSync(mark)) damage.push({ file: MARK, problem: IS_MISSING });
  else if (readFileSync(mark, 'latin1') !== MARK_TEXT) damage.push({ file: MARK, problem: IS_DAMAGED });
  const objects = await verifyCopies(folder, onProgress);
  damage.push(...objects.damage);
  const damaged = new Set(damage.map(({ file }) => file));
  for (const name of snapshots)
    for (const found of await verifySnapshot(folder, name)) {
      if (!damaged.has(found.file)) damage.push(found);
      damaged.add(found.file);
    }
  return { snapshots: snapshots.length, objects: objects.count, bytes: objects.bytes, damage };
}

/** The name of each copy says which bytes it must have. */
async function verifyCopies(folder: BackupFolder, onProgress: OnProgress) {
  const copies: Copy[] = await Array.fromAsync(listCopies(folder));
  const count = countProgress(onProgress, 'Reading', copies.length);
  const damage: Damage[] = [];
  let bytes = 0;
  await forEach(copies, async ({ path, sha256 }) => {
    const content = await contentOf(readFileBytes(join(folder.root, path)));
    if (content.sha256 !== sha256) damage.push({ file: path, problem: IS_DAMAGED });
    bytes += content.size;
    count(content.size);
  });
  return { count: copies.length, bytes, damage };
}

async function verifySnapshot(folder: BackupFolder, name: string): Promise<Damage[]> {
  const path = folder.snapshotPath(name);
  const inside = (file: string) => relative(folder.root, join(path, file));
  const damage: Damage[] = [];
  const check = async (file: string, sha256: string | undefined) => {
    const isWhole = await hasSum(path, file, sha256);
    if (!isWhole)
      damage.push({ file: inside(file), problem: existsSync(join(path, file)) ? IS_DAMAGED : IS_MISSING });
    return isWhole;
  };
  // Where the list of checksums is damaged, a file beside it is named rather than believed.
  const { sums, isWhole } = await readSums(path);
  if (!isWhole) damage.push({ file: inside(SUMS), problem: IS_DAMAGED });
  if (!(await check(MANIFEST, sums.get(MANIFEST)))) {
    const others = (await readdir(path)).filter((file) => file !== MANIFEST && file !== SUMS);
    for (const file of others) await check(file, sums.get(file));
    return damage;
  }
  const { header, entries } = await readManifest(path);
  for (const { file, sha256 } of filesOf(header)) await check(file, sha256);
  for await (const { key, size, sha256 } of entries()) {
    const copy = folder.copyPath(key, sha256);
    const found = await sizeInFolder(folder, copy);
    if (found !== size) damage.push({ file: copy, problem: found === undefined ? IS_MISSING : IS_DAMAGED });
  }
  return damage;
}

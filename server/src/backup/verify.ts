import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BackupFolder,
  contentIn,
  type Copy,
  listCopies,
  listSnapshots,
  MARK,
  sizeInFolder,
  SUMS,
} from './backup-folder.ts';
import { openToRead } from './copies/open-to-read.ts';
import { readMarkIn } from './copies/marks.ts';
import { forEach } from './for-each.ts';
import { filesOf, hasSum, MANIFEST, pathIn, readManifest, readSums } from './manifest.ts';
import { countProgress, type OnProgress } from './progress.ts';

/** A file of the folder, as a path in it, and what is wrong with it. */
type Damage = { file: string; problem: string };

type VerifyReport = {
  snapshots: number;
  objects: number;
  bytes: number;
  isEncrypted: boolean;
  damage: Damage[];
};

const IS_DAMAGED = 'is damaged.';
const IS_MISSING = 'is missing.';

/** Reads every byte of all backups of a folder and names each file that is not what was written (specification 12.5). */
export async function verifyBackups(
  path: string,
  onProgress: OnProgress = () => {},
  key?: string,
): Promise<VerifyReport> {
  const folder = await openToRead(path, key);
  const snapshots = await listSnapshots(folder);
  const damage: Damage[] = [];
  const mark = await readMarkIn(folder.root);
  if (!mark) damage.push({ file: MARK, problem: IS_MISSING });
  else if (mark.isDamaged) damage.push({ file: MARK, problem: IS_DAMAGED });
  const objects = await verifyCopies(folder, onProgress);
  damage.push(...objects.damage);
  const damaged = new Set(damage.map(({ file }) => file));
  for (const name of snapshots)
    for (const found of await verifySnapshot(folder, name)) {
      if (!damaged.has(found.file)) damage.push(found);
      damaged.add(found.file);
    }
  const isEncrypted = folder.cipher !== undefined;
  return { snapshots: snapshots.length, objects: objects.count, bytes: objects.bytes, isEncrypted, damage };
}

/** The name of each copy says which bytes it must have. */
async function verifyCopies(folder: BackupFolder, onProgress: OnProgress) {
  const copies: Copy[] = await Array.fromAsync(listCopies(folder));
  const count = countProgress(onProgress, 'Reading', copies.length);
  const damage: Damage[] = [];
  let bytes = 0;
  await forEach(copies, async ({ path, sha256 }) => {
    const content = await contentIn(folder, path);
    const sum = content && (folder.cipher?.sumOf(content.sha256) ?? content.sha256);
    if (sum !== sha256) damage.push({ file: path, problem: IS_DAMAGED });
    bytes += content?.size ?? 0;
    count(content?.size ?? 0);
  });
  return { count: copies.length, bytes, damage };
}

async function verifySnapshot(folder: BackupFolder, name: string): Promise<Damage[]> {
  const path = folder.snapshotPath(name);
  const inside = (file: string) => pathIn(folder, name, file);
  const damage: Damage[] = [];
  const check = async (file: string, sha256: string | undefined) => {
    const isWhole = await hasSum(folder, name, { file, sha256 });
    if (!isWhole)
      damage.push({ file: inside(file), problem: existsSync(join(path, file)) ? IS_DAMAGED : IS_MISSING });
    return isWhole;
  };
  // Where the list of checksums is damaged, a file beside it is named rather than believed.
  const { sums, isWhole } = await readSums(folder, name);
  if (!isWhole) damage.push({ file: inside(SUMS), problem: IS_DAMAGED });
  if (!(await check(MANIFEST, sums.get(MANIFEST)))) {
    const others = (await readdir(path)).filter((file) => file !== MANIFEST && file !== SUMS);
    for (const file of others) await check(file, sums.get(file));
    return damage;
  }
  const { header, entries } = await readManifest(folder, name);
  for (const { file, sha256 } of filesOf(header)) await check(file, sha256);
  for await (const { key, size, sha256 } of entries()) {
    const copy = folder.copyPath(key, sha256);
    const found = await sizeInFolder(folder, copy);
    if (found !== size) damage.push({ file: copy, problem: found === undefined ? IS_MISSING : IS_DAMAGED });
  }
  return damage;
}

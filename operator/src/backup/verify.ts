import { ERASED_LIST } from '@vitrin/server/adapters/erased-list/erased-list.ts';
import { readMark } from './copies/marks.ts';
import { forEach } from './for-each.ts';
import { filesOf, hasSum, MANIFEST, readManifest, readSums } from './manifest.ts';
import { countProgress, type OnProgress } from './progress.ts';
import { type Backups, contentIn, listSnapshots, MARK, pathIn, SUMS } from './reading/backups.ts';
import { openToRead, type ReadAccess } from './reading/open-to-read.ts';
import { readCommonList } from './restoring/erased-lists.ts';

/** A file of a backup, by its path, and what is wrong with it. */
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

/** Reads every byte of all backups in a folder or a bucket and names each file that is not what was written (specification 12.5). */
export async function verifyBackups(
  path: string,
  onProgress: OnProgress = () => {},
  access?: ReadAccess,
): Promise<VerifyReport> {
  const backups = await openToRead(path, access);
  const snapshots = await listSnapshots(backups);
  const damage: Damage[] = [];
  const mark = await readMark(backups.store);
  if (!mark) damage.push({ file: MARK, problem: IS_MISSING });
  else if (mark.isDamaged) damage.push({ file: MARK, problem: IS_DAMAGED });
  if ((await readCommonList(backups)) === 'damaged') damage.push({ file: ERASED_LIST, problem: IS_DAMAGED });
  const objects = await verifyCopies(backups, onProgress);
  damage.push(...objects.damage);
  const damaged = new Set(damage.map(({ file }) => file));
  for (const name of snapshots)
    for (const found of await verifySnapshot(backups, name, objects.sizes)) {
      if (!damaged.has(found.file)) damage.push(found);
      damaged.add(found.file);
    }
  const isEncrypted = backups.cipher !== undefined;
  return { snapshots: snapshots.length, objects: objects.count, bytes: objects.bytes, isEncrypted, damage };
}

/** The name of each copy says which bytes it must have. */
async function verifyCopies(backups: Backups, onProgress: OnProgress) {
  const copies = await Array.fromAsync(backups.copies());
  const sizes = new Map(copies.map(({ path, size }) => [path, size]));
  const count = countProgress(onProgress, 'Reading', copies.length);
  const damage: Damage[] = [];
  let bytes = 0;
  await forEach(copies, async ({ path, sha256 }) => {
    const content = await contentIn(backups, path);
    const sum = content && (backups.cipher?.sumOf(content.sha256) ?? content.sha256);
    if (sum !== sha256) damage.push({ file: path, problem: IS_DAMAGED });
    bytes += content?.size ?? 0;
    count(content?.size ?? 0);
  });
  return { count: copies.length, bytes, damage, sizes };
}

async function verifySnapshot(
  backups: Backups,
  name: string,
  sizes: ReadonlyMap<string, number>,
): Promise<Damage[]> {
  const { store } = backups;
  const inside = (file: string) => pathIn(name, file);
  const damage: Damage[] = [];
  const check = async (file: string, sha256: string | undefined) => {
    const isWhole = await hasSum(backups, name, { file, sha256 });
    if (!isWhole)
      damage.push({ file: inside(file), problem: (await store.has(inside(file))) ? IS_DAMAGED : IS_MISSING });
    return isWhole;
  };
  // If the list of checksums is damaged, files beside it are reported rather than trusted.
  const { sums, isWhole } = await readSums(backups, name);
  if (!isWhole) damage.push({ file: inside(SUMS), problem: IS_DAMAGED });
  if (!(await check(MANIFEST, sums.get(MANIFEST)))) {
    const others = (await store.names(`snapshots/${name}`)).filter(
      (file) => file !== MANIFEST && file !== SUMS,
    );
    for (const file of others) await check(file, sums.get(file));
    return damage;
  }
  const { header, entries } = await readManifest(backups, name);
  for (const { file, sha256 } of filesOf(header)) await check(file, sha256);
  for await (const { key, size, sha256 } of entries()) {
    const copy = backups.copyPath(key, sha256);
    const found = sizes.get(copy);
    if (found !== size) damage.push({ file: copy, problem: found === undefined ? IS_MISSING : IS_DAMAGED });
  }
  return damage;
}

import { hash } from 'node:crypto';
import { MissingObjectError } from '@vitrin/engine/storage/storage.ts';
import { type ByteSource, bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import { MARK, SUMS } from '../reading/backups.ts';
import { measured } from '../durable-files.ts';
import { BackupError } from '../errors.ts';
import { forEach } from '../for-each.ts';
import { countProgress, type OnProgress } from '../progress.ts';
import type { CopyAccess } from './access.ts';
import { type BackupCipher, NotAuthenticError } from './cipher.ts';
import { type FileStore, type NewFile, openFileStore, type StoredFile } from './file-stores.ts';
import { cipherFor, cipherForNew, readMark } from './marks.ts';
import { type OwnBucket, requireOtherBucket } from './own-bucket.ts';

const OBJECT = /^objects\/[0-9a-f]{2}\/([0-9a-f]{64})\.([0-9a-f]{64})$/;
const SNAPSHOT = /^snapshots\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\/([\w.-]+)$/;

type CopyReport = {
  from: string;
  to: string;
  isEncrypted: boolean;
  snapshots: number;
  copied: number;
  bytes: number;
  /** Objects that were there already. */
  kept: number;
  /** Files that are not what was written, by their paths in `from`; they and the snapshots they are of are left out. */
  damage: string[];
};

/** One end of a copy: its files, and the cipher if they are encrypted. */
type Side = FileStore & { cipher: BackupCipher | undefined };

class DamagedError extends Error {}

/**
 * Copies backups between folders and buckets (specification 12.10). Files that the target already has are
 * skipped, so the same call resumes after a kill. An unencrypted copy is encrypted on its way to a new target
 * if BACKUP_KEY is set; an encrypted one is decrypted.
 */
export async function copyBackups(
  given: { from: string; to: string },
  access: CopyAccess & OwnBucket,
  onProgress: OnProgress = () => {},
): Promise<CopyReport> {
  requireOtherBucket(given.to, access);
  const { from, damage } = await openOld(given.from, access);
  const target = await openFileStore(given.to, access);
  const unlock = target.lock();
  try {
    const to = await openNew(target, from, access);
    const report: CopyReport = {
      from: from.name,
      to: to.name,
      isEncrypted: to.cipher !== undefined,
      snapshots: 0,
      copied: 0,
      bytes: 0,
      kept: 0,
      damage,
    };
    // First, so that every object that a snapshot counts on is in the list that follows.
    const snapshots = await snapshotsOf(from);
    await copyObjects(from, to, report, onProgress);
    const there = await snapshotsOf(to);
    for (const [name, files] of snapshots) {
      if (!there.has(name) && !(await copySnapshot(from, to, name, files, report))) continue;
      report.snapshots += 1;
    }
    return report;
  } finally {
    unlock();
  }
}

async function openOld(given: string, access: CopyAccess): Promise<{ from: Side; damage: string[] }> {
  const store = await openFileStore(given, access);
  const mark = await readMark(store);
  if (!mark) throw new BackupError(`There are no backups in ${store.name}.`);
  return {
    from: { ...store, cipher: await cipherFor(store, mark, access.key) },
    damage: mark.isDamaged ? [MARK] : [],
  };
}

async function openNew(store: FileStore, from: Side, { key }: CopyAccess): Promise<Side> {
  if (from.cipher && !store.isFolder)
    throw new BackupError('Encrypted backups are copied back into a folder: name one as the second.');
  // A copy that is decrypted on the way is not encrypted again; a target that is already encrypted accepts
  // only encrypted copies.
  const mark = from.cipher ? await readMark(store) : undefined;
  const isSealed = mark !== undefined && !mark.isDamaged && mark.keyName !== undefined;
  return { ...store, cipher: await cipherForNew(store, from.cipher && !isSealed ? undefined : key) };
}

/** Files of each complete snapshot, judged by names alone: the list of checksums is written last. */
async function snapshotsOf(side: Side): Promise<Map<string, StoredFile[]>> {
  const snapshots = new Map<string, StoredFile[]>();
  for await (const file of side.list('snapshots')) {
    const [, name] = SNAPSHOT.exec(file.path) ?? [];
    if (name !== undefined) snapshots.set(name, [...(snapshots.get(name) ?? []), file]);
  }
  return new Map(
    [...snapshots]
      .filter(([name, files]) => files.some(({ path }) => path === `snapshots/${name}/${SUMS}`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

async function copyObjects(from: Side, to: Side, report: CopyReport, onProgress: OnProgress): Promise<void> {
  const cipher = from.cipher ?? to.cipher;
  /** Name of an object that is the same on both ends: with the keyed checksum if either end is encrypted. */
  const nameOf = (side: Side, key: string, sum: string) =>
    `${key}.${cipher && !side.cipher ? cipher.sumOf(sum) : sum}`;
  const held = new Map<string, number | undefined>();
  for await (const { path, size } of to.list('objects')) {
    const [, key = '', sum = ''] = OBJECT.exec(path) ?? [];
    if (key !== '') held.set(nameOf(to, key, sum), openedSize(to, size));
  }
  const files = await Array.fromAsync(from.list('objects'));
  const count = countProgress(onProgress, 'Copying', files.length);
  await forEach(files, async ({ path, size }) => {
    const [, key = '', sum = ''] = OBJECT.exec(path) ?? [];
    const bytes = openedSize(from, size);
    if (key !== '' && bytes !== undefined && held.get(nameOf(from, key, sum)) === bytes) report.kept += 1;
    else if (key !== '') await orName(report, path, () => copyObject(from, to, { path, key, sum }, report));
    count(bytes ?? 0);
  });
}

async function copyObject(
  from: Side,
  to: Side,
  { path, key, sum }: { path: string; key: string; sum: string },
  report: CopyReport,
): Promise<void> {
  // An object is sealed under its key, not its path: the path contains the checksum, which is unknown until
  // the whole object has been read.
  const sealedAs = `objects/${key}`;
  const { bytes, content } = measured(openedBy(from, sealedAs, from.read(path)));
  const pathOf = (name: string) => `objects/${key.slice(0, 2)}/${key}.${name}`;
  const check = () => {
    const { sha256 } = content();
    if ((from.cipher?.sumOf(sha256) ?? sha256) !== sum) throw new DamagedError(path);
    return pathOf(to.cipher?.sumOf(sha256) ?? sha256);
  };
  // A bucket needs the name before the bytes, and at this point only the checksum in the old name is
  // available.
  const expected = pathOf(from.cipher ? sum : (to.cipher?.sumOf(sum) ?? sum));
  let size = 0;
  await to.write({
    path: expected,
    source: sealedBy(
      to,
      sealedAs,
      counted(bytes, (count) => (size += count)),
    ),
    check,
  });
  report.copied += 1;
  report.bytes += size;
}

async function* counted(source: ByteSource, note: (bytes: number) => void): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    note(chunk.length);
    yield chunk;
  }
}

/** Returns whether the snapshot is there now. */
async function copySnapshot(from: Side, to: Side, name: string, files: StoredFile[], report: CopyReport) {
  const sumsPath = `snapshots/${name}/${SUMS}`;
  let sums = new Map<string, string>();
  const isRead = await orName(report, sumsPath, async () => {
    const text = (await bufferOf(openedBy(from, sumsPath, from.read(sumsPath)))).toString('latin1');
    const lines = text.slice(0, text.indexOf('#'));
    if (text !== `${lines}# ${hash('sha256', lines)}\n`) throw new DamagedError(sumsPath);
    sums = new Map(lines.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  });
  if (!isRead) return false;
  const paths = [...files.map(({ path }) => path).filter((path) => path !== sumsPath), sumsPath];
  // All are looked at, so that each damaged one is named.
  let isWhole = true;
  for (const path of paths.slice(0, -1))
    isWhole = (await orName(report, path, async () => requireSum(from, path, sums))) && isWhole;
  for (const file of sums.keys())
    if (file !== '' && !paths.includes(`snapshots/${name}/${file}`)) {
      report.damage.push(`snapshots/${name}/${file}`);
      isWhole = false;
    }
  if (!isWhole) return false;
  await to.writeSnapshot(
    name,
    (async function* () {
      for (const path of paths)
        yield {
          path,
          source: sealedBy(to, path, openedBy(from, path, from.read(path))),
          check: () => path,
        } satisfies NewFile;
    })(),
  );
  return true;
}

async function requireSum(from: Side, path: string, sums: Map<string, string>): Promise<void> {
  const { bytes, content } = measured(openedBy(from, path, from.read(path)));
  const chunks = bytes[Symbol.asyncIterator]();
  while (!(await chunks.next()).done);
  if (content().sha256 !== sums.get(path.split('/').at(-1) ?? '')) throw new DamagedError(path);
}

/** Runs `work`; a file that is damaged is named, and the rest goes on. Returns whether it was whole. */
async function orName(report: CopyReport, path: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const isDamage =
      error instanceof NotAuthenticError ||
      error instanceof DamagedError ||
      error instanceof MissingObjectError;
    if (!isDamage) throw error;
    report.damage.push(path);
    return false;
  }
}

function openedSize({ cipher }: Side, size: number): number | undefined {
  return cipher ? cipher.openedSize(size) : size;
}

function openedBy({ cipher }: Side, path: string, source: ByteSource): ByteSource {
  return cipher ? cipher.open(path, source) : source;
}

function sealedBy({ cipher }: Side, path: string, source: ByteSource): ByteSource {
  return cipher ? cipher.seal(path, source) : source;
}

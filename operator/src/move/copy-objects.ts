import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MissingObjectError, type Storage } from '@vitrin/engine/storage/storage.ts';
import { type Content, contentOf, measured } from '../backup/durable-files.ts';
import { forEach } from '../backup/for-each.ts';
import type { NamedObject } from '../backup/named-objects.ts';
import { countProgress, type OnProgress } from '../backup/progress.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { makeFolderDurably } from '@vitrin/engine/disk/durable-folders.ts';
import { MoveError } from './errors.ts';
import type { Installation } from './installation.ts';

/**
 * Object that the old store lacks, or holds with another size or checksum than its row; it is reported and
 * moved as it is.
 */
export type Problem = { key: string; problem: 'missing' | 'size' | 'checksum' };

type Copied = { objects: number; bytes: number; kept: number; problems: Problem[] };

/** A list of what is copied and compared already, so that a call after a kill need not read it again. */
type Journal = {
  has: (key: string) => boolean;
  add: (key: string) => void;
  remove: () => Promise<void>;
};

/**
 * Opens the journal in the DATA_DIR of the old installation; a half-written last line after a kill is
 * ignored.
 */
export function openJournal({ config: { dataDir } }: Installation, move: string): Journal {
  makeFolderDurably(dataDir);
  const path = join(dataDir, `move-${move}.done`);
  const done = new Set(existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []);
  return {
    has: (key) => done.has(key),
    add: (key) => appendFileSync(path, `${key}\n`),
    remove: () => rm(path, { force: true }),
  };
}

/**
 * Copies each object and reads it again where it is now: it counts once its bytes are the same. Throws MoveError where
 * they are not.
 */
export async function copyObjects(
  stores: { from: Storage; to: Storage },
  named: readonly NamedObject[],
  journal: Journal,
  onProgress: OnProgress,
): Promise<Copied> {
  const objects = [...new Map(named.map((object) => [object.key, object])).values()];
  const count = countProgress(onProgress, 'Copying', objects.length);
  const copied: Copied = { objects: 0, bytes: 0, kept: 0, problems: [] };
  await forEach(objects, async (object) => {
    const { key } = object;
    if (journal.has(key)) {
      const size = (await stores.to.size(key)) ?? 0;
      copied.kept += 1;
      return note(copied, size, count);
    }
    const content = await copyObject(stores, key);
    const problem = problemOf(object, content);
    if (problem) copied.problems.push({ key, problem });
    if (!content) return count(0);
    journal.add(key);
    note(copied, content.size, count);
  });
  copied.problems.sort((a, b) => (a.key < b.key ? -1 : 1));
  return copied;
}

function note(copied: Copied, size: number, count: (size: number) => void): void {
  copied.objects += 1;
  copied.bytes += size;
  count(size);
}

async function copyObject({ from, to }: { from: Storage; to: Storage }, key: string) {
  const size = await from.size(key);
  if (size === undefined) return undefined;
  // A killed call may have left an unfinished multipart upload, or an object that is not in the journal yet.
  await to.abort(key);
  if ((await to.size(key)) !== undefined) await to.delete([key]);
  try {
    const { bytes, content } = measured(bytesOf(await from.read(key, { start: 0, end: size - 1 })));
    await to.write(key, bytes);
    const sent = content();
    const arrived = await readContent(to, key, sent.size);
    if (arrived.sha256 === sent.sha256) return sent;
  } catch (error) {
    if (error instanceof MissingObjectError) return undefined;
    throw error;
  }
  await to.delete([key]);
  throw new MoveError(
    `The object ${key} is not in the new store as it was sent: look at that store, then move again.`,
  );
}

async function readContent(storage: Storage, key: string, size: number): Promise<Content> {
  return contentOf(bytesOf(await storage.read(key, { start: 0, end: size - 1 })));
}

function problemOf(
  { size, sha256 }: NamedObject,
  content: Content | undefined,
): Problem['problem'] | undefined {
  if (!content) return 'missing';
  if (size !== null && size !== content.size) return 'size';
  return sha256 !== null && sha256 !== content.sha256 ? 'checksum' : undefined;
}

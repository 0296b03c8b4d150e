import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Context } from '../../../context.ts';
import { openObject } from '../service.ts';
import type { CopyEntry } from './offline-entries.ts';

/** Scripts of a page from the disk may read no file, so its data includes texts up to this size. */
const MOST_TEXT_BYTES = 64 * 1024;
const MOST_BYTES = 512 * 1024;
const TEXTS_AT_ONCE = 16;

/** Returns a reader of small texts, called for one version after the other until the room for texts is used up. */
export function smallTexts(context: Context) {
  let left = MOST_BYTES;
  let read = 0;
  /** Returns the bytes in base64 by the path of the file; `originals` are the files' own, in the same order. */
  return async (
    files: readonly ProjectFile[],
    originals: readonly CopyEntry[],
  ): Promise<Record<string, string>> => {
    const texts: Record<string, string> = {};
    for (const [index, { kind, size, file }] of files.entries()) {
      const source = originals[index]?.source;
      if (kind !== 'text' || size > Math.min(MOST_TEXT_BYTES, left) || !source || 'bytes' in source) continue;
      // Small objects are read on this thread.
      if (read % TEXTS_AT_ONCE === 0) await nextTurn();
      read += 1;
      const range = { start: 0, end: size - 1 };
      const bytes = size === 0 ? Buffer.alloc(0) : await openObject(context, source.id, source.key, range);
      texts[file] = (await bufferOf(bytes)).toString('base64');
      left -= size;
    }
    return texts;
  };
}

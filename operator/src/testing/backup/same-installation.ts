import { expect } from 'vitest';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Installation } from '../../backup/back-up.ts';
import { openLiveDatabase } from '../../backup/database-copy.ts';
import { markOf } from '../../backup/unfinished-restore.ts';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';

/** Every object with its bytes, by key. */
export async function contentsOf(storage: Storage): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for await (const { key, size } of storage.list()) {
    const bytes = await bufferOf(await storage.read(key, { start: 0, end: size - 1 }));
    contents[key] = bytes.toString('base64');
  }
  return contents;
}

/** Every row as its database holds it, by table. */
export async function storedRowsOf(of: Installation): Promise<Record<string, string[]>> {
  const reader = await openLiveDatabase(of);
  try {
    const rows: Record<string, string[]> = {};
    for (const table of (await reader.columns()).keys())
      rows[table] = (await reader.read(`select * from "${table}"`))
        .map((row) => JSON.stringify(row))
        .toSorted();
    return rows;
  } finally {
    await reader.close();
  }
}

/** Every row and every object of an installation. */
export async function everythingOf(installation: Installation) {
  return { rows: await storedRowsOf(installation), objects: await contentsOf(installation.storage) };
}

/** Fails unless a restore has ended with everything of the installation that was backed up. */
export async function expectRestored(
  restored: Installation,
  everything: Awaited<ReturnType<typeof everythingOf>>,
): Promise<void> {
  expect(await everythingOf(restored)).toEqual(everything);
  expect(await markOf(restored).find()).toBeUndefined();
}

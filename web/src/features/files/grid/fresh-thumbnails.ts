import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { fileKind } from './file-kind.ts';

/** Thumbnails are made after the upload; who has none a minute later probably never gets one. */
const PATIENCE_MS = 60_000;
/** Only files about this young are waited for, however wrong this device's clock may be. */
const YOUNG_MS = 15 * 60_000;

/**
 * Remembers since when each file was seen without a picture, and says in how many ms to look again; false when
 * there is nothing to wait for.
 */
export function createThumbnailWatch(now: () => number = Date.now) {
  const missingSince = new Map<number, number>();
  return (files: readonly ProjectFile[]): number | false => {
    let wait: number | false = false;
    for (const file of files) {
      if (!isExpected(file, now())) continue;
      const since = missingSince.get(file.id) ?? now();
      missingSince.set(file.id, since);
      const waited = now() - since;
      if (waited >= PATIENCE_MS) continue;
      const next = waited < 10_000 ? 1500 : 6000;
      wait = wait === false ? next : Math.min(wait, next);
    }
    return wait;
  };
}

function isExpected(file: ProjectFile, now: number): boolean {
  const kind = fileKind(file);
  if (file.thumbnail !== null || kind === 'audio' || kind === 'generic') return false;
  return Math.abs(now - Date.parse(file.created_at)) < YOUNG_MS;
}

import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { isPictured } from './file-opening.ts';

/** Thumbnails are made after the upload; a file without one a minute later probably gets none. */
const PATIENCE_MS = 60_000;
/** Only files younger than about this are waited for, however wrong this device's clock is. */
const YOUNG_MS = 15 * 60_000;

/** Polling interval for the progress of a preview. */
const PREVIEW_MS = 3000;

/** Milliseconds until a reload for missing thumbnails, or false; previews are awaited while they are being made. */
export function createThumbnailWatch(now: () => number = Date.now) {
  const missingSince = new Map<number, number>();
  return (files: readonly ProjectFile[]): number | false => {
    let wait: number | false = false;
    for (const file of files) {
      if (file.preview_percent !== null) wait = PREVIEW_MS;
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
  if (file.thumbnail !== null || !isPictured(file)) return false;
  return Math.abs(now - Date.parse(file.created_at)) < YOUNG_MS;
}

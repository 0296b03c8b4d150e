import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { fileKind } from '../grid/file-kind.ts';

/** A file without a picture is taken to be still waiting for it for so long. */
const DRAWING_MS = 5 * 60_000;

/** A panorama or a receipt would leave no room for its neighbours. */
const NARROWEST = 0.6;
const WIDEST = 2.2;

/** Shape of files whose picture is not drawn yet. */
const UNKNOWN = 4 / 3;

type ShownFiles = {
  /** Stands large before all others; null where no file has a picture. */
  lead: ProjectFile | null;
  /** Other files with a picture, or with one on its way. */
  pictures: readonly ProjectFile[];
  /** Files that never get a picture. */
  others: readonly ProjectFile[];
};

/**
 * Parts the files of a version, in their order, by how they are shown. `coverId` is the file that stands for the
 * version, `now` the present in milliseconds.
 */
export function shownFiles(
  files: readonly ProjectFile[],
  coverId: number | undefined,
  now: number,
): ShownFiles {
  const hasPicture = (file: ProjectFile) => file.thumbnail !== null || isBeingDrawn(file, now);
  const pictured = files.filter(hasPicture);
  const drawn = pictured.find((file) => file.thumbnail !== null);
  const lead = pictured.find(({ id }) => id === coverId) ?? drawn ?? pictured[0] ?? null;
  return {
    lead,
    pictures: pictured.filter((file) => file !== lead),
    others: files.filter((file) => !hasPicture(file)),
  };
}

/** Width by height of a file's picture. */
export function ratioOf({ width, height }: Pick<ProjectFile, 'width' | 'height'>): number {
  return width && height ? width / height : UNKNOWN;
}

/** The ratio of a picture among others. */
export function galleryRatio(file: Pick<ProjectFile, 'width' | 'height'>): number {
  return Math.min(WIDEST, Math.max(NARROWEST, ratioOf(file)));
}

function isBeingDrawn(file: ProjectFile, now: number): boolean {
  const kind = fileKind(file);
  if (kind === 'audio' || kind === 'generic') return false;
  return now - Date.parse(file.created_at) < DRAWING_MS;
}

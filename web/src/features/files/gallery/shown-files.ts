import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { isPictured } from '../grid/file-opening.ts';

/** A file without a picture is taken to be still waiting for it for so long. */
const DRAWING_MS = 5 * 60_000;

/** A panorama or a receipt would leave no room for its neighbours. */
const NARROWEST = 0.6;
const WIDEST = 2.2;

/** Shape of files whose picture is not drawn yet. */
const UNKNOWN = 4 / 3;

type ShownFiles = {
  /** Files with a picture, or with one on its way, then those that never get one. */
  inOrder: readonly ProjectFile[];
  /** How many have a picture; the first of them leads. */
  picturedCount: number;
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
  const drawn = pictured.find(({ thumbnail }) => thumbnail);
  const lead = pictured.find(({ id }) => id === coverId) ?? drawn ?? pictured[0];
  return {
    inOrder: [
      ...pictured.toSorted((one, other) => Number(other === lead) - Number(one === lead)),
      ...files.filter((file) => !hasPicture(file)),
    ],
    picturedCount: pictured.length,
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
  return isPictured(file) && now - Date.parse(file.created_at) < DRAWING_MS;
}

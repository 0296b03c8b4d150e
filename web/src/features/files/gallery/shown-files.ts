import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { isPictured } from '../grid/file-opening.ts';

/** A file without a picture is taken to be still waiting for it for so long. */
const DRAWING_MS = 5 * 60_000;

/** Frames of panoramas and receipts, which stand in them whole. */
const NARROWEST = 0.5;
const WIDEST = 4;

/** Shape of files before their picture is drawn. */
const UNKNOWN = 4 / 3;

export type ShownFiles = {
  /** Files with a picture, or with one on its way, then those that never get one. */
  inOrder: readonly ProjectFile[];
  /** How many have a picture; the first of them leads. */
  picturedCount: number;
};

/** Parts the files of a version by how they are shown; `coverId` is its cover, `now` in milliseconds. */
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

/** Files by their sections, in the order of these: those in none come first. */
export function inSections(
  files: readonly ProjectFile[] | undefined,
  sections: readonly { id: number }[],
): readonly ProjectFile[] | undefined {
  if (sections.length === 0) return files;
  const positions = new Map(sections.map(({ id }, index) => [id, index]));
  const positionOf = ({ section }: ProjectFile) => positions.get(section ?? 0) ?? -1;
  return files?.toSorted((one, other) => positionOf(one) - positionOf(other));
}

/** Width by height of a file's picture. */
export function ratioOf({ width, height }: Pick<ProjectFile, 'width' | 'height'>): number {
  return width && height ? width / height : UNKNOWN;
}

/** The ratio of a picture's frame among others. */
export function galleryRatio(file: Pick<ProjectFile, 'width' | 'height'>): number {
  return Math.min(WIDEST, Math.max(NARROWEST, ratioOf(file)));
}

/** Ratio below which a lead leaves most of a desktop's wall empty. */
const UPRIGHT = 0.9;

export function isUpright(file: Pick<ProjectFile, 'width' | 'height'>): boolean {
  return ratioOf(file) < UPRIGHT;
}

/** Width of a version on a desktop, height of a lead, height of a row and the space around it, in pixels (VersionGallery.module.css). */
const WALL = { width: 1080, lead: 540, row: 200, space: 12, between: 32, narrowest: 0.4 };
/** Rows beside a lead. */
const MOST_ROWS_BESIDE = 2;
/** Characters of a note that takes the place of one row. */
const LONG_NOTE = 500;

/** Number of pictures beside an upright lead on a desktop: whole rows, and the last one, which would stand alone. */
export function picturesBeside(lead: ProjectFile, pictures: readonly ProjectFile[], note: string): number {
  if (!isUpright(lead)) return 0;
  const room = WALL.width - WALL.lead * Math.max(ratioOf(lead), WALL.narrowest) - WALL.between;
  const rows = note.length > LONG_NOTE ? MOST_ROWS_BESIDE - 1 : MOST_ROWS_BESIDE;
  let count = 0;
  for (let row = 1; row <= rows; row += 1) count += rowLength(pictures.slice(count), room);
  const rest = pictures.slice(count);
  return rowLength(rest, room) === rest.length ? pictures.length : count;
}

/** Count of the pictures that fit a row of the gallery, at least one where there is any. */
function rowLength(pictures: readonly ProjectFile[], room: number): number {
  let width = 0;
  const over = pictures.findIndex((picture, index) => {
    width += galleryRatio(picture) * WALL.row + (index > 0 ? WALL.space : 0);
    return index > 0 && width > room;
  });
  return over === -1 ? pictures.length : over;
}

function isBeingDrawn(file: ProjectFile, now: number): boolean {
  return isPictured(file) && now - Date.parse(file.created_at) < DRAWING_MS;
}

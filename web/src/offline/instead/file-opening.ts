import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import {
  isPictured,
  isShown as isShownOnline,
  isShownByPicture,
  openingOf as onlineOpeningOf,
  shownExtension,
  splitName,
} from '../../features/files/grid/file-opening.ts';
import { hasText } from '../copied-data.ts';

export { isPictured, isShownByPicture, shownExtension, splitName };

/** In place of features/files/grid/file-opening.ts: a page from the disk may read no other file by its scripts. */
export function openingOf(file: ProjectFile): 'viewer' | 'download' {
  const { kind } = file;
  if (kind === 'font' || kind === 'archive') return 'download';
  if (kind === 'other' && !isShownByPicture(file)) return 'download';
  if (kind === 'text' && !hasText(file.file)) return 'download';
  if (kind === 'pdf' && file.thumbnail_large === null) return 'download';
  return onlineOpeningOf(file);
}

/** True where the viewer shows the content of a file, as it does online. */
export function isShown(file: ProjectFile): boolean {
  return openingOf(file) === 'viewer' && isShownOnline(file);
}

/** The file lies beside the page. */
export function downloadUrl({ file }: ProjectFile): string {
  return file;
}

/** A page from the disk has no address for each file. */
export const viewerAddress = downloadUrl;

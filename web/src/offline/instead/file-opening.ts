import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import {
  isPictured,
  isShown as isShownOnline,
  isShownByPicture,
  splitName,
} from '../../features/files/grid/file-opening.ts';
import { hasText } from '../copied-data.ts';

export { isPictured, isShownByPicture, splitName };

/** In place of features/files/grid/file-opening.ts: a page from the disk may read no other file by its scripts. */
export function isShown(file: ProjectFile): boolean {
  const { kind } = file;
  if (kind === 'font' || kind === 'archive') return false;
  if (kind === 'other') return isShownByPicture(file);
  if (kind === 'text') return hasText(file.file);
  if (kind === 'pdf') return file.thumbnail_large !== null;
  return isShownOnline(file);
}

/** The file lies beside the page. */
export function downloadUrl({ file }: ProjectFile): string {
  return file;
}

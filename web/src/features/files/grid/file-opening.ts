import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { VIEW_PAIR } from '@vitrin/shared/rules/client-view.ts';
import { officeFormatOf } from '../viewer/office/office-format.ts';

/** The extension of a name as it stands on cards: `PNG`; empty without one. */
export function shownExtension(name: string): string {
  return splitName(name)[1].slice(1).toUpperCase();
}

/** Action of a click on a card (specification 2.9). */
export function openingOf(file: ProjectFile): 'viewer' | 'download' {
  return isShown(file) || file.kind === 'image' ? 'viewer' : 'download';
}

/** True where the viewer shows the content of a file; a picture that could not be drawn is only named. */
export function isShown(file: ProjectFile): boolean {
  if (file.kind === 'image') return file.picture !== null;
  return file.kind !== 'other' || isReadHere(file) || isShownByPicture(file);
}

/** True where the picture that its program put into a document stands for it. */
export function isShownByPicture(file: ProjectFile): boolean {
  const { kind, picture, preview_percent } = file;
  return kind === 'other' && picture !== null && preview_percent === null && !isReadHere(file);
}

/** True where the words of an office document are shown: its pages are not drawn, and are not going to be. */
function isReadHere(file: ProjectFile): boolean {
  return file.preview_percent === null && officeFormatOf(file) !== undefined;
}

/** True if thumbnails are made of files of this kind, so that one without them may still get them. */
export function isPictured({ kind }: ProjectFile): boolean {
  return kind === 'image' || kind === 'video' || kind === 'pdf';
}

/** Address under which the browser saves the file instead of showing it. */
export function downloadUrl(file: ProjectFile): string {
  return `${file.file}${file.file.includes('?') ? '&' : '?'}download=1`;
}

/** Where a project's page shows a file, from any address of that page; as its client sees it with `isView`. */
export function viewerAddress({ id, version }: ProjectFile, isView: boolean): string {
  return `?${isView ? `${VIEW_PAIR}&` : ''}version=${version}&file=${id}`;
}

/** "poster.final.png" -> ["poster.final", ".png"], so that a cut name still shows its extension. */
export function splitName(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 8 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

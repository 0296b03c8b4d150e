import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

/** The image for the viewer: the file itself, or the large thumbnail where browsers cannot show it (tiff, heic). */
export function imageSource({ is_image, file, thumbnail_large }: ProjectFile): string | null {
  return is_image ? file : thumbnail_large;
}

/**
 * What a click on a card does (specification 2.9). `showsPdf`: whether the browser has a reader of its own; most have.
 */
export function openingOf(
  file: ProjectFile,
  showsPdf = navigator.pdfViewerEnabled ?? true,
): 'viewer' | 'tab' | 'download' {
  const { kind } = file;
  if (kind === 'pdf') return showsPdf ? 'viewer' : 'tab';
  if (kind === 'other' || (kind === 'image' && imageSource(file) === null)) return 'download';
  return 'viewer';
}

/** Address under which the browser saves the file instead of showing it. */
export function downloadUrl(file: ProjectFile): string {
  return `${file.file}${file.file.includes('?') ? '&' : '?'}download=1`;
}

/** "poster.final.png" -> ["poster.final", ".png"], so that a cut name still shows its extension. */
export function splitName(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 8 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}

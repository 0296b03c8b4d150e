import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

/** What a card shows where there is no picture (specification 2.9). */
export type FileKind = 'image' | 'video' | 'audio' | 'pdf' | 'generic';

export function fileKind({ is_image, is_video, file_type }: ProjectFile): FileKind {
  if (is_image) return 'image';
  if (is_video) return 'video';
  if (file_type.startsWith('audio/')) return 'audio';
  return file_type === 'application/pdf' ? 'pdf' : 'generic';
}

/** Images that browsers show, and the server sends inline (specification 6.7). */
const DRAWN_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The image for the viewer: the file itself, or the large thumbnail where browsers cannot show it (tiff, heic). */
export function imageSource(file: ProjectFile): string | null {
  return DRAWN_TYPES.has(file.file_type) ? file.file : file.thumbnail_large;
}

/**
 * What a click on a card does (specification 2.9). `showsPdf`: whether the browser has a reader of its own; most have.
 */
export function openingOf(
  file: ProjectFile,
  showsPdf = navigator.pdfViewerEnabled ?? true,
): 'viewer' | 'tab' | 'download' {
  const kind = fileKind(file);
  if (kind === 'pdf') return showsPdf ? 'viewer' : 'tab';
  if (kind === 'generic' || (kind === 'image' && imageSource(file) === null)) return 'download';
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

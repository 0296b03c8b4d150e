import type { FileKind } from '../contract/files.ts';

/**
 * What a file is to people. `mediaType` is what its bytes show; the name decides only where bytes say too little, and
 * never what a browser may do with the file.
 */
export function fileKindOf(mediaType: string): FileKind {
  if (mediaType === 'application/pdf') return 'pdf';
  const [group = ''] = mediaType.split('/');
  return Object.hasOwn(KINDS, group) ? (KINDS[group] ?? 'other') : 'other';
}

const KINDS: Record<string, FileKind> = { image: 'image', video: 'video', audio: 'audio' };

/** Raster images that browsers show; never svg, which may run scripts (specification 6.7). */
export function isShownAsImage(mediaType: string): boolean {
  return SHOWN_IMAGES.has(mediaType);
}

const SHOWN_IMAGES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

import type { FileKind } from '../contract/files.ts';

/** Kind of a file shown to people, by its detected media type; its name decides only if that is ambiguous. */
export function fileKindOf(mediaType: string, name: string): FileKind {
  if (mediaType === 'application/pdf') return 'pdf';
  if (mediaType === 'application/mxf') return 'video';
  const [group = ''] = mediaType.split('/');
  if (Object.hasOwn(KINDS, group)) return KINDS[group] ?? 'other';
  if (TEXT_TYPES.has(mediaType)) return 'text';
  // Office documents and others are zips inside, which is nothing to their readers.
  if (mediaType === 'application/zip' && /\.zip$/i.test(name)) return 'archive';
  if (ARCHIVE_TYPES.has(mediaType)) return 'archive';
  if (mediaType === 'application/gzip' && /\.(?:tar\.gz|tgz)$/i.test(name)) return 'archive';
  return mediaType === 'application/octet-stream' && TEXT_NAME.test(name.slice(-MAX_EXTENSION))
    ? 'text'
    : 'other';
}

const KINDS: Record<string, FileKind> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  text: 'text',
  font: 'font',
};

const ARCHIVE_TYPES = new Set([
  'application/x-tar',
  'application/x-7z-compressed',
  'application/x-rar-compressed',
]);

const TEXT_TYPES = new Set([
  'application/json',
  'application/xml',
  'application/rss+xml',
  'application/x-subrip',
]);

/** Texts that are not recognised by their bytes, in UTF-16 or an older encoding. */
const TEXT_NAME =
  /\.(?:txt|csv|tsv|log|md|srt|vtt|ini|sql|json|xml|ya?ml|html?|css|[jt]sx?|mjs|py|sh|php|rb|java|cs?|h|cpp|go|rs|swift|kt)$/i;
const MAX_EXTENSION = 10;

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

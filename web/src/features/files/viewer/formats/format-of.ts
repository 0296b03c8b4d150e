import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { FORMATS } from './format-table.ts';
import type { FormatWord } from './format.ts';

/** A format in words: a key of formats.json, and the name for its placeholder. */
type FormatInWords = { word: FormatWord; name: string };

const BY_EXTENSION = new Map<string, FormatInWords>();
const BY_TYPE = new Map<string, FormatInWords>();
for (const [word, name, extensions, mediaTypes = ''] of FORMATS) {
  for (const extension of wordsIn(extensions)) BY_EXTENSION.set(extension, { word, name });
  for (const mediaType of wordsIn(mediaTypes)) BY_TYPE.set(mediaType, { word, name });
}

/** Media types of which many formats are made, so that the name of a file says more. */
const CONTAINERS = new Set([
  'application/zip',
  'application/gzip',
  'application/x-bzip2',
  'application/x-tar',
  'application/x-rar-compressed',
  'application/x-7z-compressed',
  'application/x-cfb',
  'application/x-sqlite3',
  'application/xml',
  'application/json',
  'application/pdf',
  'application/postscript',
  'application/ogg',
  'audio/ogg',
  'image/tiff',
  'text/plain',
]);

/** Longer ones are part of a sentence that has a dot. */
const EXTENSION = /.\.([a-z0-9]{1,12})$/i;
const MAX_EXTENSION = 14;

/** The format of a file: as its bytes say, and as its name does where they say too little. */
export function formatOf({ file_type, name }: Pick<ProjectFile, 'file_type' | 'name'>): FormatInWords {
  const byType = BY_TYPE.get(file_type);
  if (byType && !CONTAINERS.has(file_type)) return byType;
  const extension = EXTENSION.exec(name.slice(-MAX_EXTENSION))?.[1];
  if (extension === undefined) return byType ?? { word: 'unknown', name: '' };
  const format = BY_EXTENSION.get(extension.toLowerCase()) ?? byType;
  return format ?? { word: 'other', name: extension.toUpperCase() };
}

function wordsIn(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

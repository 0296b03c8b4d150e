import type { ProjectFile } from '@vitrin/shared/contract/files.ts';

export type OfficeFormat = 'docx' | 'xlsx' | 'pptx' | 'odt' | 'ods' | 'odp';

/** Longer documents are mostly pictures; a phone would hold them several times. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Parts of the media types of Microsoft's documents, with or without macros, and of OpenDocument. */
const TYPES: readonly [RegExp, OfficeFormat][] = [
  [/wordprocessingml|ms-word\.document/, 'docx'],
  [/spreadsheetml|ms-excel\.sheet/, 'xlsx'],
  [/presentationml|ms-powerpoint\.presentation/, 'pptx'],
  [/opendocument\.text/, 'odt'],
  [/opendocument\.spreadsheet/, 'ods'],
  [/opendocument\.presentation/, 'odp'],
];
const NAME = /\.(docx|xlsx|pptx|odt|ods|odp)$/i;

/** Office format with readable text, if any; the name decides only if the bytes are just a zip. */
export function officeFormatOf({
  file_type,
  name,
  size,
}: Pick<ProjectFile, 'file_type' | 'name' | 'size'>): OfficeFormat | undefined {
  if (size > MAX_BYTES) return undefined;
  if (file_type === 'application/zip') return NAME.exec(name)?.[1]?.toLowerCase() as OfficeFormat | undefined;
  return TYPES.find(([type]) => type.test(file_type))?.[1];
}

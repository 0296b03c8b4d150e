import type { listZipFilesAfter } from '../queries.ts';
import { inWebSize } from '../web-size/in-web-size.ts';
import type { LinkFile } from './link-files.ts';

export type FileRow = Awaited<ReturnType<typeof listZipFilesAfter>>[number];

export type ZipRow = FileRow | LinkFile;

/** A file of a download: its original, or the web size with the key `drawn`. */
export type TakenFile = FileRow & { drawn?: string };

/** Returns what is taken of a row: the original unless a web size is wanted and made. */
export function takenOf(row: ZipRow): TakenFile | LinkFile {
  const web = webOf(row);
  if ('bytes' in row || typeof web !== 'object') return row;
  const { name, key, size } = web;
  return { ...row, name, storage_key: key, size_bytes: size, crc32: row.web_crc32 ?? null, drawn: key };
}

export function undrawnOf(rows: readonly ZipRow[]): { all: number[]; missing: number[] } | undefined {
  const pictures = rows.filter((row) => webOf(row) !== 'original');
  const missing = pictures.filter((row) => webOf(row) === 'missing').map(({ id }) => id);
  return missing.length > 0 ? { all: pictures.map(({ id }) => id), missing } : undefined;
}

function webOf(row: ZipRow): ReturnType<typeof inWebSize> {
  if ('bytes' in row || row.media_type === undefined) return 'original';
  const { name, media_type, web_key = null, web_bytes = null, web_type = null } = row;
  return inWebSize({ name, media_type, web_key, web_bytes, web_type });
}

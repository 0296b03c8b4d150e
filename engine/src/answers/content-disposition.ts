import { create } from 'content-disposition';

/**
 * The Content-Disposition of a file (RFC 6266): `filename` in ASCII for old clients, and `filename*` with the whole
 * name where that differs.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  return create(name, { type: kind, fallback: asciiName(name) });
}

/**
 * A file name in ASCII. Some browsers decode %41, and old ones read a slash or backslash as a folder, so none of these
 * stays.
 */
function asciiName(name: string): string {
  const plain = name
    .normalize('NFKD')
    // The only Turkish letter that does not decompose into a Latin one and a mark.
    .replaceAll('ı', 'i')
    .replaceAll(/[^\u0020-\u007e]/g, '')
    .replaceAll(/["\\%/]/g, '_');
  return plain.trim() === '' || plain.startsWith('.') ? `file${plain.trim()}` : plain;
}

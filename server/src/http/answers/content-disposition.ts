import { create } from 'content-disposition';

/**
 * The Content-Disposition of a file (RFC 6266): `filename` in ASCII for old clients, and `filename*` with the whole
 * name where that differs.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  return create(name, { type: kind, fallback: asciiName(name) });
}

/** Some browsers decode %41, and old ones take a backslash or slash for a folder: none of these stays in it. */
function asciiName(name: string): string {
  const plain = name
    .normalize('NFKD')
    // The one Turkish letter that does not fall apart into a Latin one and a mark.
    .replaceAll('ı', 'i')
    .replaceAll(/[^\u0020-\u007e]/g, '')
    .replaceAll(/["\\%/]/g, '_');
  return plain.trim() === '' || plain.startsWith('.') ? `file${plain.trim()}` : plain;
}

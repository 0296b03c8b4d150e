import { create } from 'content-disposition';

/** Content-Disposition of a file (RFC 6266): ASCII in `filename`, the whole name in `filename*` if it differs. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  return create(name, { type: kind, fallback: asciiName(name) });
}

/** Converts a name to ASCII. Some browsers decode %41, and old ones read a slash or backslash as a folder. */
function asciiName(name: string): string {
  const plain = name
    .normalize('NFKD')
    // The only Turkish letter that does not decompose into a Latin one and a mark.
    .replaceAll('ı', 'i')
    .replaceAll(/[^\u0020-\u007e]/g, '')
    .replaceAll(/["\\%/]/g, '_');
  return plain.trim() === '' || plain.startsWith('.') ? `file${plain.trim()}` : plain;
}

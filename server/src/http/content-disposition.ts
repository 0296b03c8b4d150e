/**
 * The Content-Disposition of a file (RFC 6266): `filename` for old clients in ASCII, `filename*` with the whole name.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    // The one Turkish letter that does not fall apart into a Latin one and a mark.
    .replaceAll('ı', 'i')
    .replaceAll(/[^\u0020-\u007e]/g, '')
    .replaceAll(/["\\%/]/g, '_');
  const ascii = plain.trim() === '' || plain.startsWith('.') ? `file${plain.trim()}` : plain;
  // What encodeURIComponent leaves but RFC 5987 does not allow.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

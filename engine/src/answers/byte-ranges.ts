import { parse } from 'range-parser';

/** Positions in bytes, both included. */
export type ByteRange = { start: number; end: number };

/** Bit of range-parser's code for a header that RFC 9110 has a server ignore. */
const INVALID = 1;

/** Returns the range that a Range header requests (RFC 9110, 14.2); undefined if there is no single byte range. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined || header.includes(',')) return undefined;
  const { code, type, ranges } = parse(size, header);
  if (type !== 'bytes' || (code & INVALID) !== 0) return undefined;
  return ranges[0] ?? 'unsatisfiable';
}

/** True if If-None-Match names the tag, compared weakly as RFC 9110 requires. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** True if If-Match allows the request: the header is missing or names the tag. Weak tags never match. */
export function isStillTagged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);
}

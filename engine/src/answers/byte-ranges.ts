/** Positions in bytes, both included. */
export type ByteRange = { start: number; end: number };

/** Returns the range that a Range header requests (RFC 9110, 14.2); undefined if there is no single byte range. */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [first, last] = positionsOf(header ?? '') ?? ['', ''];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

const UNIT = 'bytes=';
const DIGITS = /^\d*$/;

function positionsOf(header: string): [first: string, last: string] | undefined {
  const hyphen = header.indexOf('-');
  if (hyphen < 0 || header.slice(0, UNIT.length).toLowerCase() !== UNIT) return undefined;
  const [first, last] = [header.slice(UNIT.length, hyphen).trim(), header.slice(hyphen + 1).trim()];
  return DIGITS.test(first) && DIGITS.test(last) ? [first, last] : undefined;
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

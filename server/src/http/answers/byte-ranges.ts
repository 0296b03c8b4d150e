/** Both ends included. */
export type ByteRange = { start: number; end: number };

/**
 * The one range a Range header asks for of `size` bytes (RFC 9110, 14.2). Undefined: send everything, because there
 * is no range, or several, or one that is no range of bytes; `unsatisfiable`: it lies behind the end.
 */
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

/** What stands before and behind the hyphen of one range of bytes; undefined for anything else. */
function positionsOf(header: string): [first: string, last: string] | undefined {
  const hyphen = header.indexOf('-');
  if (hyphen < 0 || header.slice(0, UNIT.length).toLowerCase() !== UNIT) return undefined;
  const [first, last] = [header.slice(UNIT.length, hyphen).trim(), header.slice(hyphen + 1).trim()];
  return DIGITS.test(first) && DIGITS.test(last) ? [first, last] : undefined;
}

/** If-None-Match against a strong tag; weak comparison, as RFC 9110 says for it. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** If-Match against a strong tag: true without the header; strong comparison, so that weak tags never match. */
export function isStillTagged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);
}

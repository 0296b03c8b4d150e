const UNIQUE_CODES = new Set<unknown>(['23505', 2067, 1555]);

/** True for a broken unique index, on PostgreSQL and on SQLite. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return UNIQUE_CODES.has(code) || UNIQUE_CODES.has(errcode);
}

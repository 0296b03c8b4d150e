const UNIQUE_CODES = new Set<unknown>(['23505', 2067, 1555]);
/** disk_full on PostgreSQL, SQLITE_FULL. */
const FULL_CODES = new Set<unknown>(['53100', 13]);
const FOREIGN_KEY_CODES = new Set<unknown>(['23503', 787]);

/** True for a broken unique index, on PostgreSQL and on SQLite. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_CODES);
}

/** True for a row that points at nothing, on PostgreSQL and on SQLite. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_CODES);
}

/** True when the database has no room left, on PostgreSQL and on SQLite. */
export function isDatabaseFull(error: unknown): boolean {
  return hasCode(error, FULL_CODES);
}

function hasCode(error: unknown, codes: Set<unknown>): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return codes.has(code) || codes.has(errcode);
}

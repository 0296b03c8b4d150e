const UNIQUE_CODES = new Set<unknown>(['23505', 2067, 1555]);
/** disk_full on PostgreSQL; SQLITE_FULL, and SQLITE_IOERR_SHMSIZE where the index of the log finds no room. */
const FULL_CODES = new Set<unknown>(['53100', 13, 4874]);
/** deadlock_detected and serialization_failure on PostgreSQL; SQLITE_BUSY, and that with its reasons. */
const LOST_CODES = new Set<unknown>(['40P01', '40001', 5, 261, 517]);
/** lock_not_available on PostgreSQL: a wait for a lock ended by lock_timeout, or was not begun (nowait). */
const LOCK_TIMEOUT_CODES = new Set<unknown>(['55P03']);
/** read_only_sql_transaction on PostgreSQL, SQLITE_READONLY. */
const READ_ONLY_CODES = new Set<unknown>(['25006', 8]);

/** PostgreSQL codes of a server that stops, starts, has too many connections, or (25006) is a standby. */
const AWAY_CODES = new Set<unknown>(['57P01', '57P02', '57P03', '53300', '25006']);
/** Messages without a code for a connection that broke before or during a statement. */
const BROKEN_WORDS = /^(?:Connection terminated|Client has encountered a connection error)/;
/** System errors of broken connections; other errors have the same codes. */
const brokenConnections = new WeakSet<Error>();

/** Errors of a full disk on which space was freed since. */
const madeRoomAfter = new WeakSet<Error>();

/** SQLITE_CORRUPT and SQLITE_NOTADB; their reasons are in the bits above. */
const DAMAGED_CODES = new Set<unknown>([11, 26]);
/** SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN; their reasons are in the bits above. */
const UNREADABLE_CODES = new Set<unknown>([3, 8, 10, 14]);

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_CODES);
}

export function isDatabaseFull(error: unknown): boolean {
  return hasCode(error, FULL_CODES);
}

/** True if PostgreSQL was unreachable or gone before it answered; a write may have been committed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  // Class 08 is that of connections.
  if (AWAY_CODES.has(code) || (typeof code === 'string' && /^08\w{3}$/.test(code))) return true;
  return brokenConnections.has(error) || BROKEN_WORDS.test(error.message);
}

/** Marks an error by which a connection to PostgreSQL broke or failed. */
export function noteBrokenConnection(error: unknown): void {
  if (error instanceof Error) brokenConnections.add(error);
}

/** True if nothing was written and another attempt may succeed: after a conflict, or once a full disk has space. */
export function isLostToOthers(error: unknown): boolean {
  return hasCode(error, LOST_CODES) || hasRoomSince(error);
}

export function hasRoomSince(error: unknown): boolean {
  return error instanceof Error && madeRoomAfter.has(error);
}

/** Marks the error of a full database after `giveUp` of the reserve freed some space. */
export function noteRoomAfter(error: unknown): void {
  if (error instanceof Error) madeRoomAfter.add(error);
}

export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, LOCK_TIMEOUT_CODES);
}

export function isRefusedWrite(error: unknown): boolean {
  return hasCode(error, READ_ONLY_CODES);
}

/** True if a SQLite file is damaged, or is not a database. */
export function isDatabaseDamaged(error: unknown): error is Error {
  return error instanceof Error && DAMAGED_CODES.has(primaryCodeOf(error));
}

/** True if a SQLite file exists but cannot be read, usually because another user owns it. */
export function isDatabaseUnreadable(error: unknown): error is Error {
  return error instanceof Error && UNREADABLE_CODES.has(primaryCodeOf(error));
}

function primaryCodeOf(error: Error): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

/** True for an error with one of these codes: texts of PostgreSQL, numbers of SQLite. */
export function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return codes.has(code) || codes.has(errcode);
}

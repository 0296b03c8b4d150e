const UNIQUE_CODES = new Set<unknown>(['23505', 2067, 1555]);
/** disk_full on PostgreSQL; SQLITE_FULL, and SQLITE_IOERR_SHMSIZE where the index of the log finds no room. */
const FULL_CODES = new Set<unknown>(['53100', 13, 4874]);
/** deadlock_detected and serialization_failure on PostgreSQL; SQLITE_BUSY, and that with its reasons. */
const LOST_CODES = new Set<unknown>(['40P01', '40001', 5, 261, 517]);
/** lock_not_available on PostgreSQL: a wait for a lock ended by lock_timeout, or was not begun (nowait). */
const LOCK_TIMEOUT_CODES = new Set<unknown>(['55P03']);
/** read_only_sql_transaction on PostgreSQL, SQLITE_READONLY. */
const READ_ONLY_CODES = new Set<unknown>(['25006', 8]);

/**
 * PostgreSQL codes for stopping, starting, terminated by an administrator, too many connections, and (25006)
 * a standby that has not been promoted yet.
 */
const AWAY_CODES = new Set<unknown>(['57P01', '57P02', '57P03', '53300', '25006']);
/**
 * Messages without a code by which PostgreSQL's driver reports a connection that broke before or during a
 * statement.
 */
const BROKEN_WORDS = /^(?:Connection terminated|Client has encountered a connection error)/;
/** Errors of the system by which its connections broke; others have the same codes. */
const brokenConnections = new WeakSet<Error>();

/** Errors of a full disk on which room was made since. */
const madeRoomAfter = new WeakSet<Error>();

/** SQLITE_CORRUPT and SQLITE_NOTADB; their reasons are in the bits above. */
const DAMAGED_CODES = new Set<unknown>([11, 26]);
/** SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN; their reasons are in the bits above. */
const UNREADABLE_CODES = new Set<unknown>([3, 8, 10, 14]);

/** True if a unique index rejected a row, on PostgreSQL or SQLite. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_CODES);
}

/** True if the database has no space left, on PostgreSQL or SQLite. */
export function isDatabaseFull(error: unknown): boolean {
  return hasCode(error, FULL_CODES);
}

/**
 * True if PostgreSQL could not be reached or was gone before it answered; a write may or may not have been
 * committed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  // Class 08 is that of connections.
  if (AWAY_CODES.has(code) || (typeof code === 'string' && /^08\w{3}$/.test(code))) return true;
  return brokenConnections.has(error) || BROKEN_WORDS.test(error.message);
}

/** Called with the error by which a connection to PostgreSQL broke, or could not be made. */
export function noteBrokenConnection(error: unknown): void {
  if (error instanceof Error) brokenConnections.add(error);
}

/**
 * True where nothing was written and another attempt may succeed: other transactions were in the way, or the disk was full
 * and has room by now.
 */
export function isLostToOthers(error: unknown): boolean {
  return hasCode(error, LOST_CODES) || hasRoomSince(error);
}

/** True where the disk was full when this failed, and has some room by now. */
export function hasRoomSince(error: unknown): boolean {
  return error instanceof Error && madeRoomAfter.has(error);
}

/** Called with the error of a full database after `giveUp` of the reserve freed some room. */
export function noteRoomAfter(error: unknown): void {
  if (error instanceof Error) madeRoomAfter.add(error);
}

/** True where PostgreSQL waited for a lock no longer. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, LOCK_TIMEOUT_CODES);
}

/** True for a write where only reads are let through. */
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

/** True for an error of either database with one of these codes: texts of PostgreSQL, numbers of SQLite. */
export function hasCode(error: unknown, codes: ReadonlySet<unknown>): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return codes.has(code) || codes.has(errcode);
}

import { hasCode } from '@vitrin/engine/sql/errors.ts';

/** The code of our own that triggers of PostgreSQL raise for a write while the installation is read only. */
export const REFUSED_WRITE = 'VT001';
const SQLITE_CONSTRAINT_TRIGGER = 1811;

const CODES = new Set([REFUSED_WRITE, SQLITE_CONSTRAINT_TRIGGER]);

export function isReadOnlyRefusal(error: unknown): boolean {
  return hasCode(error, CODES);
}

import { isDatabaseDamaged, isDatabaseFull, isDatabaseUnreadable } from '@vitrin/engine/sql/errors.ts';
import { REPLACE_DAMAGED } from '@vitrin/server/database/data-dir/replace-damaged.ts';
import { ConfigError, OutOfSpaceError, UnavailableError } from '@vitrin/server/errors.ts';

const FULL_CODES = ['ENOSPC', 'EDQUOT'];
const NOT_ALLOWED_CODES = ['EACCES', 'EPERM', 'EROFS'];

/** A backup, a restore or a verification cannot be done, in a sentence for the owner of the installation. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Describes an error in a sentence for the owner; undefined for a bug in the program. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  if (isDatabaseDamaged(error))
    return `The database file is damaged (${error.message}), and backups of before are not: ${REPLACE_DAMAGED}.`;
  if (isDatabaseUnreadable(error)) return notAllowed('The database file', error.message);
  const { code = '', path } = (error ?? {}) as { code?: string; path?: string };
  if (error instanceof OutOfSpaceError || isDatabaseFull(error) || FULL_CODES.includes(code))
    return 'The disk that is written to is full: make room, then run the same command again. What is half done counts for nothing.';
  if (error instanceof UnavailableError)
    return `${sayAway(error)}: look at its address, bucket and keys, then run the same command again. What is half done counts for nothing.`;
  if (NOT_ALLOWED_CODES.includes(code)) return notAllowed(path ?? 'A file', code);
  return undefined;
}

/** Describes an error in a sentence to be stored, including bugs in the program. */
export function findingOf(error: unknown): string {
  if (error instanceof UnavailableError) return `${sayAway(error)}.`;
  return sentenceOf(error) ?? (error instanceof Error ? error.message : String(error));
}

/** The store of objects does not answer as it should; its own words are on one line. */
function sayAway({ cause }: UnavailableError): string {
  const { name = '', message = '' } = (cause ?? {}) as { name?: string; message?: string };
  return `The object storage cannot be used (${`${name}: ${message}`.replaceAll(/\s+/g, ' ')})`;
}

/** The sentence for a file that the user who runs a command may not read or write; `reason` is the code of the system. */
export function notAllowed(path: string, reason: string): string {
  return `${path} cannot be used (${reason}): run this as the user of the server.`;
}

import type { Database } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import { isSectionOf as isRowOf } from './queries.ts';

export function isSectionOf(db: Database, versionId: number, id: number): Promise<boolean> {
  return isRowOf(db, versionId, id);
}

/** Throws ValidationError where a section is not one of the version; none (null or undefined) is right everywhere. */
export async function requireSectionOf(
  db: Database,
  versionId: number,
  section: number | null | undefined,
): Promise<void> {
  if (typeof section === 'number' && !(await isSectionOf(db, versionId, section)))
    throw new ValidationError({ section: 'sections.no_such' });
}

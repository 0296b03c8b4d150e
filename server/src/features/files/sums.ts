import type { Database } from '../../database/connect.ts';
import { sumDerived } from './derived-queries.ts';

/** Bytes of the pictures and previews that were made of all files (specification 6.15). */
export function sumAllDerived(db: Database): Promise<number> {
  return sumDerived(db);
}

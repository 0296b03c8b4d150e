import type { Database } from '../../database/connect.ts';
import { sumDerived } from './derived-queries.ts';

/** Sums the bytes of the pictures and previews made of all files (specification 6.15). */
export function sumAllDerived(db: Database): Promise<number> {
  return sumDerived(db);
}

import type { Database } from '../../database/connect.ts';
import { sumDerived } from './derived-queries.ts';

/** Specification 6.15. */
export function sumAllDerived(db: Database): Promise<number> {
  return sumDerived(db);
}

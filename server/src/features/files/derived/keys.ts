import { createHash } from 'node:crypto';
import type { DerivedValues } from '../derived-queries.ts';
import { DERIVED_COLUMNS } from '../row.ts';

type Derived = keyof typeof DERIVED_COLUMNS;

/** Returns the same key for every retry, so that none leaves an object, and a new one after a removal, which may be late. */
export function derivedKey(
  { storage_key, derived_round }: { storage_key: string; derived_round: number },
  as: Derived,
): string {
  const round = derived_round > 0 ? ` ${derived_round}` : '';
  return createHash('sha256').update(`${storage_key} ${as}${round}`).digest('hex');
}

export function keysInStore(row: DerivedValues): string[] {
  return Object.values(DERIVED_COLUMNS).flatMap(([key, bytes]) =>
    row[bytes] == null ? [] : (row[key] ?? []),
  );
}

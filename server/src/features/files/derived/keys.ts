import { createHash } from 'node:crypto';
import type { DerivedValues } from '../derived-queries.ts';
import { DERIVED_COLUMNS } from '../row.ts';

type Derived = keyof typeof DERIVED_COLUMNS;

/**
 * Storage key of something made of a file: the same at every attempt, so that a failed one leaves no extra object, and
 * another one once it was removed, so that a late removal never hits what was made again.
 */
export function derivedKey(
  { storage_key, derived_round }: { storage_key: string; derived_round: number },
  as: Derived,
): string {
  const round = derived_round > 0 ? ` ${derived_round}` : '';
  return createHash('sha256').update(`${storage_key} ${as}${round}`).digest('hex');
}

/** Keys of what was made of a file and is in the store. */
export function keysInStore(row: DerivedValues): string[] {
  return Object.values(DERIVED_COLUMNS).flatMap(([key, bytes]) =>
    row[bytes] == null ? [] : (row[key] ?? []),
  );
}

import { type RawBuilder, sql } from 'kysely';

/**
 * The bytes a freelancer's storage holds, as one expression: originals of files, and pictures in texts. The one place
 * where it is said what counts; each sum is read from a covering index. `owner` is an id or a reference to its column.
 */
export function storedBytesOf(owner: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    (select coalesce(sum(size_bytes), 0) from files where owner_id = ${owner})
    + (select coalesce(sum(size_bytes), 0) from pictures where owner_id = ${owner})
  )`;
}

import { type RawBuilder, sql } from 'kysely';
import { FREE_TEXT_BYTES } from '@vitrin/shared/rules/counts.ts';

const free = sql.lit(FREE_TEXT_BYTES);

/**
 * Sums a freelancer's files, pictures, and texts beyond the free share from indexes (decision 0190).
 * `owner` is an id or a reference to its column.
 */
export function storedBytesOf(owner: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    (select coalesce(sum(bytes), 0) from file_sums where owner_id = ${owner})
    + (select coalesce(sum(size_bytes), 0) from pictures where owner_id = ${owner})
    + (select case when sum(text_bytes) > ${free} then sum(text_bytes) - ${free} else 0 end
       from projects where owner_id = ${owner})
  )`;
}

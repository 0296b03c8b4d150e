import { type RawBuilder, sql } from 'kysely';

/** Selects the promised day of the next version (specification 5.16); null once a later version is visible. */
export function expectedOn(now: string): RawBuilder<string | null> {
  return sql<string | null>`case when projects.expected_on is not null and not exists (select 1 from versions
    where versions.project_id = projects.id and versions.ready_at <= ${now}
      and versions.ready_at >= projects.expected_since) then projects.expected_on end`;
}

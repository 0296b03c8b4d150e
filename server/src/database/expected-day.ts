import { type RawBuilder, sql } from 'kysely';

/**
 * The day on which the next version of a project is promised, for statements on `projects`; null without one, and once a
 * version that came after the promise is visible. That is asked of the clock, as versions are (specification 5.16).
 */
export function expectedOn(now: string): RawBuilder<string | null> {
  return sql<string | null>`case when projects.expected_on is not null and not exists (select 1 from versions
    where versions.project_id = projects.id and versions.ready_at <= ${now}
      and versions.ready_at >= projects.expected_since) then projects.expected_on end`;
}

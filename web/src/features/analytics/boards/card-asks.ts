import type { Card, CardInput, CardRange } from '@vitrin/shared/contract/figures/boards.ts';
import type { Ask } from '../query/ask.ts';

/** Written out here, because only forms load the schemas. */
export const CARD_RANGES = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
  'this_month',
  'last_month',
  'this_year',
  'fixed',
] as const satisfies readonly CardRange[];

/** The question of a card, with the days that it has now. */
export function askOfCard({ query, from, to }: Pick<Card, 'query' | 'from' | 'to'>): Ask {
  return {
    measure: query.measure,
    by: query.by,
    from,
    to,
    compare: query.compare !== null,
    project: query.project ?? undefined,
    customer: query.customer ?? undefined,
    version: query.version ?? undefined,
  };
}

/** A question as a card keeps it: without its days, which the range of the card gives. */
export function queryOfAsk({ measure, by, compare, project, customer, version }: Ask): CardInput['query'] {
  return {
    measure,
    by: [...by],
    compare: compare ? 'previous' : null,
    project: project ?? null,
    customer: customer ?? null,
    version: version ?? null,
  };
}

/** The range of a question as a card has it, so that a card of the last days goes on with them. */
export function rangeOfAsk({ from, to, days = 30 }: Ask): Pick<CardInput, 'range' | 'from' | 'to'> {
  return from !== undefined && to !== undefined
    ? { range: 'fixed', from, to }
    : { range: `last_${days}_days`, from: null, to: null };
}

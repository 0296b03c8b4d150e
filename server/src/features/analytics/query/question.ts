import type { AnalyticsQuestion } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { DIMENSIONS_OF } from '@vitrin/shared/rules/analytics-dimensions.ts';
import { dayNumber, shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import type { Days } from '@vitrin/shared/rules/time/time-keys.ts';
import type { Database } from '../../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import { listNames } from './queries.ts';

const DEFAULT_DAYS = 30;

/** Most days of a question: 24 months, two leap days among them. */
const MOST_DAYS = 732;

export const NAMED = ['project', 'customer', 'version', 'file'] as const;
export type Named = (typeof NAMED)[number];

export const FILTERS = ['project', 'customer', 'version'] as const satisfies Named[];

export type Asked = AnalyticsQuestion & Days;

/** Returns the question with its days; throws ValidationError for days or dimensions that the measure does not have. */
export function withDays(question: AnalyticsQuestion, today: string): Asked {
  const to = question.to ?? today;
  const from = question.from ?? shiftedDay(to, 1 - (question.days ?? DEFAULT_DAYS));
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days < 1) throw new ValidationError({ from: 'fields.invalid' });
  if (days > MOST_DAYS) throw new ValidationError({ from: 'analytics.too_long' });
  const dimensions = DIMENSIONS_OF[question.measure];
  const filters = FILTERS.filter((name) => question[name] !== undefined);
  if (question.by.some((name) => !dimensions.includes(name)))
    throw new ValidationError({ by: 'fields.invalid' });
  for (const name of filters)
    if (!dimensions.includes(name)) throw new ValidationError({ [name]: 'fields.invalid' });
  return { ...question, from, to };
}

/** Throws NotFoundError if a question names a thing that is not the freelancer's. */
export async function requireOwn(
  db: Database,
  userId: number,
  asked: Pick<AnalyticsQuestion, (typeof FILTERS)[number]>,
): Promise<void> {
  for (const name of FILTERS) {
    const id = asked[name];
    if (id !== undefined && (await listNames(db, userId, name, [id])).length === 0) throw new NotFoundError();
  }
}

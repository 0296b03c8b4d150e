import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { api } from '../../../lib/api-client.ts';
import { ANSWERS, type Ask, parametersOf } from './ask.ts';

/** The answer to a question; the one before stands until it is there. */
export const answerQuery = (ask: Ask) =>
  queryOptions({
    queryKey: ['analytics', 'query', parametersOf(ask)],
    queryFn: ({ signal }) => api<AnalyticsAnswer>(ANSWERS, { query: parametersOf(ask), signal }),
    placeholderData: keepPreviousData,
  });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Analytics, AnalyticsDays } from '@vitrin/shared/contract/analytics.ts';
import type { Look, LookPage } from '@vitrin/shared/contract/looks.ts';
import { api } from '../../lib/api-client.ts';

/** A freelancer's numbers; `days` is the range of the activity. */
export const analyticsQuery = (days: AnalyticsDays) =>
  queryOptions({
    queryKey: ['analytics', days],
    queryFn: ({ signal }) => api<Analytics>('/analytics/', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });

/** The newest looks of customers. */
export const latelyQuery = queryOptions({
  queryKey: ['analytics', 'lately'],
  queryFn: ({ signal }) => api<Look[]>('/analytics/lately/', { signal }),
});

/** A page of who looked at what. */
export const looksQuery = (page: number) =>
  queryOptions({
    queryKey: ['analytics', 'looks', page],
    queryFn: ({ signal }) =>
      api<LookPage>('/analytics/looks/', { query: { page: page > 1 ? page : undefined }, signal }),
    placeholderData: keepPreviousData,
  });

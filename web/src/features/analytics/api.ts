import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Analytics, AnalyticsDays } from '@vitrin/shared/contract/analytics.ts';
import { api } from '../../lib/api-client.ts';

/** A freelancer's numbers; `days` is the range of the activity. */
export const analyticsQuery = (days: AnalyticsDays) =>
  queryOptions({
    queryKey: ['analytics', days],
    queryFn: ({ signal }) => api<Analytics>('/analytics/', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });

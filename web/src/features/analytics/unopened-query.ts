import { queryOptions } from '@tanstack/react-query';
import type { Unopened } from '@vitrin/shared/contract/figures/looks.ts';
import { api } from '../../lib/api-client.ts';

export const unopenedQuery = queryOptions({
  queryKey: ['analytics', 'unopened'],
  queryFn: ({ signal }) => api<Unopened>('/analytics/unopened/', { signal }),
});

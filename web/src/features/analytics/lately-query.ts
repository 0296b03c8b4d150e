import { queryOptions } from '@tanstack/react-query';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { api } from '../../lib/api-client.ts';

export const latelyQuery = queryOptions({
  queryKey: ['analytics', 'lately'],
  queryFn: ({ signal }) => api<Look[]>('/analytics/lately/', { signal }),
});

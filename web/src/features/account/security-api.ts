import { infiniteQueryOptions } from '@tanstack/react-query';
import type { SecurityEventPage } from '@vitrin/shared/contract/account/security.ts';
import { api } from '../../lib/api-client.ts';
import { pageOfLink } from '../../lib/paging.ts';

/** Events of the account in the last 90 days, the newest first. */
export const securityEventsQuery = infiniteQueryOptions({
  queryKey: ['account', 'security-events'],
  queryFn: ({ pageParam }) => api<SecurityEventPage>('/security_events/', { query: { page: pageParam } }),
  initialPageParam: 1,
  getNextPageParam: ({ next }) => (next === null ? null : pageOfLink(next)),
});

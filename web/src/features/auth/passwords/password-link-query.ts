import { queryOptions } from '@tanstack/react-query';
import type { VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { api } from '../../../lib/api-client.ts';

/** The user of a reset or invitation link; 4xx when it is unknown, used or expired. Does not use it up. */
export const passwordLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-token', token],
    queryFn: () => api<VerifiedToken>('/users/verify_token/', { query: { token } }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

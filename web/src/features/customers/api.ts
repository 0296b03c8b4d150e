import { queryOptions, useMutation } from '@tanstack/react-query';
import type { CreateCustomer, Customer, CustomerPage } from '@vitrin/shared/contract/customers.ts';
import { LINK_COPIED_COOKIE } from '@vitrin/shared/rules/rendered-pages.ts';
import { api } from '../../lib/api-client.ts';
import { readCookie } from '../../lib/cookies.ts';
import { queryClient } from '../../lib/query-client.ts';

/** First part of the key of every query that shows customers. */
export const CUSTOMERS_KEY = ['customers'] as const;

/** All customers, for a dropdown and for the command palette. */
export const allCustomersQuery = queryOptions({
  queryKey: [...CUSTOMERS_KEY, 'all'],
  queryFn: async () => (await api<CustomerPage>('/users/')).results,
});

/** True after this browser copied the user's registration link. */
export const copiedLinkQuery = (userId: number) =>
  queryOptions({
    queryKey: ['copied-link', userId],
    queryFn: () => readCookie(LINK_COPIED_COOKIE) === String(userId),
    staleTime: 0,
  });

export function useCreateCustomer() {
  return useMutation({
    mutationFn: (input: CreateCustomer) => api<Customer>('/users/', { method: 'POST', body: input }),
    onSuccess: refreshCustomers,
  });
}

export function refreshCustomers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: CUSTOMERS_KEY });
}

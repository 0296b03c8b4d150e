import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { CreateCustomer, Customer, CustomerPage, Person } from '@vitrin/shared/contract/customers.ts';
import type { UpdateUser } from '@vitrin/shared/contract/faces.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { api } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CUSTOMERS_KEY, refreshCustomers } from './api.ts';

export const CUSTOMERS_PER_PAGE = 20;

type ShownCustomers = CustomerPage & { page: number };

export const customerPageQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...CUSTOMERS_KEY, 'page', { search, page }],
    queryFn: ({ signal }) => fetchPage(search, page, signal),
    placeholderData: keepPreviousData,
  });

/** Renames a customer; lists of projects show the name too. */
export function useRenameCustomer(id: number) {
  return useMutation({
    mutationFn: (input: UpdateUser) => api<User>(`/users/${id}/`, { method: 'PATCH', body: input }),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: ['projects'] });
      await refreshCustomers();
    },
  });
}

/** Mails the invitation, again or to another address, which ends links mailed to the one before. */
export function useMailInvitation(id: number) {
  return useMutation({
    mutationFn: (email: string) =>
      api<Customer>(`/users/${id}/invitation/`, { method: 'PUT', body: { email } }),
    onSuccess: refreshCustomers,
  });
}

export function useWithdrawInvitation() {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/users/${id}/invitation/`, { method: 'DELETE' }),
    onSuccess: refreshCustomers,
  });
}

export function useDeleteCustomer() {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/users/${id}/`, { method: 'DELETE' }),
    onSuccess: refreshCustomers,
  });
}

export function useCreatePerson(customerId: number) {
  return useMutation({
    mutationFn: (input: CreateCustomer) =>
      api<Person>(`/users/${customerId}/people/`, { method: 'POST', body: input }),
    onSuccess: refreshCustomers,
  });
}

export function useRemovePerson(customerId: number) {
  return useMutation({
    mutationFn: (id: number) => api<void>(`/users/${customerId}/people/${id}/`, { method: 'DELETE' }),
    onSuccess: refreshCustomers,
  });
}

/** Reloads a row, since a copied registration link ends with its first use (specification 3.8); undefined if gone. */
export async function fetchCustomer({ id, username }: Person): Promise<Person | undefined> {
  // Without a limit, because a short name may be part of more than a page of others.
  const { results } = await api<CustomerPage>('/users/', { query: { search: username } });
  return results.flatMap((customer) => [customer, ...(customer.people ?? [])]).find((one) => one.id === id);
}

async function fetchPage(search: string, page: number, signal: AbortSignal): Promise<ShownCustomers> {
  const load = (wanted: number) =>
    api<CustomerPage>('/users/', {
      signal,
      query: {
        limit: CUSTOMERS_PER_PAGE,
        search: search || undefined,
        page: wanted > 1 ? wanted : undefined,
      },
    });
  try {
    return { ...(await load(page)), page };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404 && page > 1)) throw error;
    const first = await load(1);
    const last = Math.max(1, Math.ceil(first.count / CUSTOMERS_PER_PAGE));
    return last === 1 ? { ...first, page: 1 } : { ...(await load(last)), page: last };
  }
}

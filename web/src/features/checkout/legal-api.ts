import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import type { Withdrawal } from '@vitrin/shared/contract/checkout.ts';
import type { Legal } from '@vitrin/shared/contract/legal.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { API_BASE, api } from '../../lib/api-client.ts';
import { refreshAfterPayment } from './api.ts';

/** The company behind the installation and its texts in a language (specification 7.13). */
export const legalQuery = (language: Language) =>
  queryOptions({
    queryKey: ['legal', language],
    queryFn: () => api<Legal>('/legal/', { query: { language } }),
  });

/** Address of the page of a text. */
export function legalPageUrl(name: string, language: Language): string {
  return `${API_BASE}/legal/${name}/?language=${language}`;
}

const WITHDRAWAL_KEY = ['checkout', 'withdrawal'];

/** Until when the current purchase can be withdrawn from. */
export function useWithdrawal() {
  return useQuery({
    queryKey: WITHDRAWAL_KEY,
    queryFn: () => api<Withdrawal>('/subscription/withdrawal/'),
  });
}

/** Withdraws from the current purchase. */
export function useWithdraw() {
  return useMutation({
    mutationFn: () => api('/subscription/withdrawal/', { method: 'POST' }),
    onSettled: (_answer, _error, _input, _result, { client }) =>
      Promise.all([refreshAfterPayment(), client.invalidateQueries({ queryKey: WITHDRAWAL_KEY })]),
  });
}

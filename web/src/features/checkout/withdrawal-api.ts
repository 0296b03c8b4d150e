import { useMutation, useQuery } from '@tanstack/react-query';
import type { Withdrawal } from '@vitrin/shared/contract/payments/checkout.ts';
import { api } from '../../lib/api-client.ts';
import { refreshAfterPayment } from './api.ts';

const WITHDRAWAL_KEY = ['checkout', 'withdrawal'];

export function useWithdrawal() {
  return useQuery({
    queryKey: WITHDRAWAL_KEY,
    queryFn: () => api<Withdrawal>('/subscription/withdrawal/'),
  });
}

export function useWithdraw() {
  return useMutation({
    mutationFn: () => api('/subscription/withdrawal/', { method: 'POST' }),
    onSettled: (_answer, _error, _input, _result, { client }) =>
      Promise.all([refreshAfterPayment(), client.invalidateQueries({ queryKey: WITHDRAWAL_KEY })]),
  });
}

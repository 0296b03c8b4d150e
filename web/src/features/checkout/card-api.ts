import { useMutation } from '@tanstack/react-query';
import type { CardForm } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { api } from '../../lib/api-client.ts';
import { refreshAfterPayment } from './api.ts';

export function useOpenCardForm() {
  return useMutation({ mutationFn: () => api<CardForm>('/subscription/card/', { method: 'POST' }) });
}

/** Retries the charge of a month that is due; the answer has the outcome. */
export function usePayDueMonth() {
  return useMutation({
    mutationFn: () => api<Subscription>('/subscription/pay/', { method: 'POST' }),
    onSettled: refreshAfterPayment,
  });
}

import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import {
  Checkout,
  type CheckoutSettings,
  type Payment,
  type PaymentVerification,
  type SandboxOrder,
  type SandboxReturn,
} from '@vitrin/shared/contract/payments/checkout.ts';
import type { Buyer } from '@vitrin/shared/contract/payments/buyer.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { useState } from 'react';
import { API_BASE, api } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { queryClient } from '../../lib/query-client.ts';
import { refreshCurrentUser } from '../auth/api.ts';
import { plansQuery } from '../plans/api.ts';

/** Public settings: the gateway that takes payments here, and the address for questions. */
export const checkoutSettingsQuery = queryOptions({
  queryKey: ['checkout', 'settings'],
  queryFn: () => api<CheckoutSettings>('/checkout/settings/'),
  staleTime: Infinity,
});

/** The server's answer to a checkout lacks an address or token (specification 7.4). */
export class InvalidCheckoutError extends Error {
  override name = 'InvalidCheckoutError';
}

/** Opens a checkout for a plan. Rejects with InvalidCheckoutError when the answer cannot be used. */
export function useStartCheckout() {
  return useMutation({
    mutationFn: async (order: { subscription_plan: number; accepted: string[]; buyer?: Buyer }) => {
      const answer = await api('/checkout/checkout/', { method: 'POST', body: order });
      const checkout = Checkout.safeParse(answer);
      if (!checkout.success) throw new InvalidCheckoutError();
      return checkout.data;
    },
  });
}

const VERIFY_EVERY_MS = 2000;
const VERIFY_FOR_MS = 30_000;

/** Payment outcome, polled every 2 s for 30 s (specification 7.5); after that `hasGivenUp`, and a click asks again. */
export function useVerification(token: string) {
  const [startedAt] = useState(() => Date.now());
  const verification = useQuery({
    queryKey: ['checkout', 'verification', token],
    queryFn: () => api<PaymentVerification>('/checkout/verify/', { method: 'POST', body: { token } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (isOpen(state) && !isOverdue(state) ? VERIFY_EVERY_MS : false),
  });
  return { ...verification, hasGivenUp: isOverdue(verification) };

  /** Compares times of answers only: with the clock, a check in the same millisecond would wait for ever. */
  function isOverdue({ dataUpdatedAt, errorUpdatedAt }: { dataUpdatedAt: number; errorUpdatedAt: number }) {
    return Math.max(dataUpdatedAt, errorUpdatedAt) - startedAt >= VERIFY_FOR_MS;
  }
}

/** A refusal is final; a missing answer, or a gateway that does not answer, may be over soon. */
function isOpen({ status, data, error }: { status: string; data?: PaymentVerification; error: unknown }) {
  if (status === 'error') return !(error instanceof ApiError && error.status < 500);
  return data?.status === 'pending';
}

export const sandboxOrderQuery = (token: string) =>
  queryOptions({
    queryKey: ['checkout', 'sandbox', token],
    queryFn: () => api<SandboxOrder>('/checkout/sandbox/', { query: { token } }),
  });

export function usePayInSandbox(token: string) {
  return useMutation({
    mutationFn: (outcome: 'success' | 'failure') =>
      api<SandboxReturn>('/checkout/sandbox/', { method: 'POST', body: { token, outcome } }),
  });
}

export function useCancelSubscription() {
  return useMutation({
    mutationFn: () => api<Subscription>('/subscription/cancel/', { method: 'POST' }),
    onSettled: refreshSubscription,
  });
}

export function useResumeSubscription() {
  return useMutation({
    mutationFn: () => api<Subscription>('/subscription/resume/', { method: 'POST' }),
    onSettled: refreshSubscription,
  });
}

const PAYMENTS_KEY = ['checkout', 'payments'];

export const paymentsQuery = (page: number) =>
  queryOptions({
    queryKey: [...PAYMENTS_KEY, page],
    queryFn: () => api<Page<Payment>>('/payments/', { query: { page } }),
    placeholderData: keepPreviousData,
  });

/** Reloads what a payment changes: the plan, its limits and the history. */
export async function refreshAfterPayment(): Promise<void> {
  await Promise.all([refreshSubscription(), queryClient.invalidateQueries({ queryKey: PAYMENTS_KEY })]);
}

/** Reloads the prices too, which are in the currency of a running purchase (decision 0041). */
async function refreshSubscription(): Promise<void> {
  await Promise.all([refreshCurrentUser(), refreshPlans()]);
}

/** Reloads the plans, for example when a checkout was opened at another price than the one shown. */
export async function refreshPlans(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: plansQuery.queryKey });
}

export function receiptUrl(paymentId: number, language: string): string {
  return `${API_BASE}/payments/${paymentId}/receipt/?language=${language}`;
}

/** Address of the draft of a payment's invoice. */
export function invoiceUrl(paymentId: number, format: 'pdf' | 'xml', language: string): string {
  return `${API_BASE}/payments/${paymentId}/invoice/?format=${format}&language=${language}`;
}

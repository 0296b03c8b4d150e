import { queryOptions, useMutation } from '@tanstack/react-query';
import type { BillingDetails, OwnBillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import { api } from '../../lib/api-client.ts';

export const billingDetailsQuery = queryOptions({
  queryKey: ['checkout', 'billing-details'],
  queryFn: () => api<OwnBillingDetails>('/billing-details/'),
});

export function useSaveBillingDetails() {
  return useMutation({
    mutationFn: (details: BillingDetails) =>
      api<OwnBillingDetails>('/billing-details/', { method: 'PUT', body: details }),
    onSuccess: (answer, _details, _result, { client }) =>
      client.setQueryData(billingDetailsQuery.queryKey, answer),
  });
}

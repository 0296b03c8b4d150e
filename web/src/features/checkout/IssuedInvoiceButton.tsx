import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { IssuedInvoice } from '@vitrin/shared/contract/checkout.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError } from '../../components/feedback/toast.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { api } from '../../lib/api-client.ts';

/** Fetches the PDF of an invoice from the provider that issued it, which gives an address for a short time only. */
export function IssuedInvoiceButton({ paymentId, label }: { paymentId: number; label: string }) {
  const { t } = useTranslation();
  const fetching = useMutation({
    mutationFn: () => api<IssuedInvoice>(`/payments/${paymentId}/issued-invoice/`),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastError(errorText(t, error)),
  });
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={label}
      disabled={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {t(fetching.isPending ? 'billing.invoice.fetching' : 'billing.invoice.issued')}
    </Anchor>
  );
}

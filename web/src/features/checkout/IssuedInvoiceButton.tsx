import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { IssuedInvoice } from '@vitrin/shared/contract/payments/checkout.ts';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError } from '../../components/feedback/toast.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { api } from '../../lib/api-client.ts';

type Props = {
  paymentId: number;
  /** Accessible name of the button, which holds its visible text. */
  labelOf: (text: string) => string;
};

/** Fetches the PDF of an invoice from the provider that issued it, which gives an address for a short time only. */
export function IssuedInvoiceButton({ paymentId, labelOf }: Props) {
  const { t } = useTranslation();
  const fetching = useMutation({
    mutationFn: () => api<IssuedInvoice>(`/payments/${paymentId}/issued-invoice/`),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastError(errorText(t, error)),
  });
  const text = t(fetching.isPending ? 'billing.invoice.fetching' : 'billing.invoice.issued');
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={labelOf(text)}
      disabled={fetching.isPending}
      onClick={() => fetching.mutate()}
    >
      {text}
    </Anchor>
  );
}

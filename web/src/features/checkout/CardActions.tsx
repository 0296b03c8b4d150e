import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { errorText } from '../../components/feedback/error-text.ts';
import { toastError, toastSuccess } from '../../components/feedback/toast.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useOpenCardForm, usePayDueMonth } from './card-api.ts';

/** Key of the address that the payment provider's form for another card leads back to. */
const RETURNED_KEY = 'card';

/** Opens the payment provider's form for another card, and pays a month after its renewal was refused. */
export function CardActions({ isOverdue }: { isOverdue: boolean }) {
  const { t } = useTranslation();
  const cardForm = useOpenCardForm();
  const payment = usePayDueMonth();
  const { mutate: pay } = payment;
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const hasReturned = new URLSearchParams(search).has(RETURNED_KEY);

  const payNow = () =>
    pay(undefined, {
      onSuccess: ({ status }) =>
        status === 'past_due' ? toastError(t('billing.stillRefused')) : toastSuccess(t('billing.paidNow')),
      onError: (error) => toastError(errorText(t, error)),
    });

  // The provider does not say whether a card was entered, so a month that is due is tried once.
  useEffect(() => {
    if (!hasReturned) return;
    const query = new URLSearchParams(search);
    query.delete(RETURNED_KEY);
    void navigate({ search: query.toString(), hash }, { replace: true, preventScrollReset: true });
    if (isOverdue) payNow();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return from the form
  }, [hasReturned]);

  const openForm = () =>
    cardForm.mutate(undefined, {
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => toastError(errorText(t, error)),
    });

  return (
    <>
      {isOverdue && (
        <Button h={44} loading={payment.isPending} onClick={payNow}>
          {t('billing.payNow')}
        </Button>
      )}
      <Button variant="default" h={44} loading={cardForm.isPending || cardForm.isSuccess} onClick={openForm}>
        {t('billing.changeCard')}
      </Button>
    </>
  );
}

import { Anchor, Badge, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { PageControls } from '../../components/lists/PageControls.tsx';
import { useFormat } from '../../components/use-format.ts';
import { useMoney } from '../../components/use-money.ts';
import { IssuedInvoiceButton } from './IssuedInvoiceButton.tsx';
import { invoiceUrl, paymentsQuery, receiptUrl } from './api.ts';
import rows from '../../components/lists/FramedRows.module.css';
import classes from './PaymentHistory.module.css';

const PAGE_SIZE = 10;

export function PaymentHistory() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const payments = useQuery(paymentsQuery(page));
  if (payments.isPending) return <Skeleton height={64} radius="md" />;
  if (payments.isError)
    return (
      <ErrorState
        error={payments.error}
        fallback={t('billing.historyFailed')}
        onRetry={() => void payments.refetch()}
      />
    );
  const { results, count } = payments.data;
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('billing.historyEmpty')}
      </Text>
    );
  return (
    <>
      <ul className={`${rows.rows} ${classes.payments}`}>
        {results.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      <PageControls of={payments.data} page={page} pageSize={PAGE_SIZE} onChange={setPage} />
    </>
  );
}

const COLORS = {
  paid: 'green',
  failed: 'red',
  refunded: 'gray',
  disputed: 'amber',
  fetchedBack: 'gray',
} as const;

/** Word of the badge: a dispute that is open or lost stands above the payment. */
function standingOf({ status, dispute }: Payment): keyof typeof COLORS {
  if (dispute === 'open') return 'disputed';
  return dispute === 'lost' && status === 'paid' ? 'fetchedBack' : status;
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const money = useMoney();
  const {
    id,
    plan,
    amount,
    refunded_amount,
    currency,
    status,
    date,
    dispute,
    disputed_amount,
    is_test,
    has_invoice,
    is_invoice_issued,
  } = payment;
  const on = format.date(date);
  const standing = standingOf(payment);
  const invoiceOf = (document: string) => t('billing.invoiceOf', { document, plan, date: on });
  const isPartlyRefunded = status === 'paid' && refunded_amount > 0;
  return (
    <li className={`${rows.row} ${classes.payment}`}>
      <div className={rows.what}>
        <Text fw={550}>
          {plan}, {money(amount, currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {on}
          {is_test && ` · ${t('billing.testPayment')}`}
          {isPartlyRefunded &&
            ` · ${t('billing.partlyRefunded', { amount: money(refunded_amount, currency) })}`}
          {dispute !== null &&
            ` · ${t(`billing.dispute.${dispute}`, { amount: money(disputed_amount, currency) })}`}
        </Text>
        {is_invoice_issued && (
          <div className={classes.invoice}>
            <IssuedInvoiceButton paymentId={id} labelOf={invoiceOf} />
          </div>
        )}
        {has_invoice && !is_invoice_issued && (
          <div className={classes.invoice}>
            {(['pdf', 'xml'] as const).map((format) => (
              <Anchor
                key={format}
                size="sm"
                href={invoiceUrl(id, format, i18n.language)}
                aria-label={invoiceOf(t(`billing.invoice.${format}`))}
              >
                {t(`billing.invoice.${format}`)}
              </Anchor>
            ))}
          </div>
        )}
      </div>
      <Badge color={COLORS[standing]}>{t(`billing.status.${standing}`)}</Badge>
      {status === 'failed' ? (
        <span className={classes.receipt} />
      ) : (
        <Anchor
          size="sm"
          href={receiptUrl(id, i18n.language)}
          target="_blank"
          rel="noreferrer"
          className={classes.receipt}
          aria-label={t('billing.receiptOf', { plan, date: on })}
        >
          {t('billing.receipt')}
        </Anchor>
      )}
    </li>
  );
}

import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { PaymentVerification } from '@vitrin/shared/contract/payments/checkout.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { PaymentColumn } from '../../features/checkout/PaymentColumn.tsx';
import { TestModeNotice } from '../../features/checkout/TestModeNotice.tsx';
import { paths } from '../../paths.ts';
import classes from './PaymentSuccess.module.css';

/** Specification 2.11: success shows plan, date and transaction id. */
export function PaymentSuccess({ verification }: { verification: PaymentVerification }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { plan, date, transaction_id } = verification;
  return (
    <PaymentColumn
      title={t('payment.successTitle')}
      lead={t('payment.successLead', { plan })}
      mark={<IconCircleCheck size={44} stroke={1.5} className={classes.mark} aria-hidden />}
    >
      <TestModeNotice />
      <dl className={classes.facts}>
        <div>
          <dt>{t('payment.plan')}</dt>
          <dd>{plan}</dd>
        </div>
        <div>
          <dt>{t('payment.date')}</dt>
          <dd>{date === null ? '' : format.date(date)}</dd>
        </div>
        <div>
          <dt>{t('payment.transaction')}</dt>
          <dd>{transaction_id}</dd>
        </div>
      </dl>
      <Button component={Link} to={paths.dashboard} size="md" fullWidth>
        {t('payment.toDashboard')}
      </Button>
    </PaymentColumn>
  );
}

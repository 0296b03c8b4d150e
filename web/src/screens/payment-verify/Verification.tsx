import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { refreshAfterPayment, useVerification } from '../../features/checkout/api.ts';
import { PaymentColumn } from '../../features/checkout/PaymentColumn.tsx';
import { TestModeNotice } from '../../features/checkout/TestModeNotice.tsx';
import { paths } from '../../paths.ts';
import { BackToPlans } from './BackToPlans.tsx';
import { PaymentSuccess } from './PaymentSuccess.tsx';

/** Asks what became of the payment until the outcome is known, and shows it. */
export function Verification({ token }: { token: string }) {
  const { t } = useTranslation();
  const verification = useVerification(token);
  const status = verification.data?.status;
  useEffect(() => {
    if (status === 'success') void refreshAfterPayment();
  }, [status]);

  if (verification.isError && !verification.data)
    return (
      <PaymentColumn title={t('payment.title')}>
        <TestModeNotice />
        <FormMessage type="error">{errorText(t, verification.error, t('payment.verifyFailed'))}</FormMessage>
        <Button size="md" loading={verification.isFetching} onClick={() => void verification.refetch()}>
          {t('actions.tryAgain')}
        </Button>
        <ToDashboard />
      </PaymentColumn>
    );
  if (status === 'success' && verification.data) return <PaymentSuccess verification={verification.data} />;
  if (status === 'failed')
    return (
      <PaymentColumn title={t('payment.failedTitle')}>
        <TestModeNotice />
        <FormMessage type="error">{t('payment.failed')}</FormMessage>
        <Text c="dimmed">{t('payment.failedHint')}</Text>
        <BackToPlans />
        <ToDashboard />
      </PaymentColumn>
    );
  if (status === 'pending' && verification.hasGivenUp)
    return (
      <PaymentColumn title={t('payment.pendingTitle')} lead={t('payment.pendingLead')}>
        <TestModeNotice />
        <Button
          size="md"
          variant="default"
          loading={verification.isFetching}
          onClick={() => void verification.refetch()}
        >
          {t('payment.askAgain')}
        </Button>
        <ToDashboard />
      </PaymentColumn>
    );
  return (
    <PaymentColumn title={t('payment.verifyingTitle')}>
      <TestModeNotice />
      <Group component="output">
        <Loader size="sm" />
        <Text>{t('payment.verifying')}</Text>
      </Group>
    </PaymentColumn>
  );
}

function ToDashboard() {
  const { t } = useTranslation();
  return (
    <Group justify="center">
      <Anchor component={Link} to={paths.dashboard} fw={550}>
        {t('payment.toDashboard')}
      </Anchor>
    </Group>
  );
}

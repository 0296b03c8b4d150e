import { Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignedInUser } from '../auth/api.ts';
import { checkoutSettingsQuery } from './api.ts';
import { BillingDetailsPart } from './late-billing-details.ts';
import { CurrentPlan } from './CurrentPlan.tsx';
import { WithdrawalPart } from './WithdrawalPart.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';

/** The plan and the payments of a freelancer; nothing for customers. */
export function BillingSection() {
  const { t } = useTranslation();
  const { subscription } = useSignedInUser();
  const settings = useQuery(checkoutSettingsQuery);
  if (!subscription) return null;
  return (
    <Stack gap="lg">
      <CurrentPlan subscription={subscription} withLink />
      {subscription.current_period_end !== null && <WithdrawalPart />}
      {settings.data?.needs_billing_details && (
        <Suspense fallback={<Skeleton height={96} radius="md" />}>
          <BillingDetailsPart />
        </Suspense>
      )}
      <div>
        <Title order={3} mb="sm">
          {t('billing.history')}
        </Title>
        <PaymentHistory />
      </div>
    </Stack>
  );
}

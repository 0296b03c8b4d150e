import { Stack, Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignedInUser } from '../auth/api.ts';
import { CurrentPlan } from './CurrentPlan.tsx';
import { WithdrawalPart } from './WithdrawalPart.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';

/** The plan and the payments of a freelancer; nothing for customers. */
export function BillingSection() {
  const { t } = useTranslation();
  const { subscription } = useSignedInUser();
  if (!subscription) return null;
  return (
    <Stack gap="lg">
      <CurrentPlan subscription={subscription} withLink />
      {subscription.current_period_end !== null && <WithdrawalPart />}
      <div>
        <Title order={3} mb="sm">
          {t('billing.history')}
        </Title>
        <PaymentHistory />
      </div>
    </Stack>
  );
}

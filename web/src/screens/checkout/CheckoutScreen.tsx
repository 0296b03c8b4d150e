import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, Navigate, useSearchParams } from 'react-router';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { PaymentColumn } from '../../features/checkout/PaymentColumn.tsx';
import { TestModeNotice } from '../../features/checkout/TestModeNotice.tsx';
import { plansQuery } from '../../features/plans/api.ts';
import { paths } from '../../paths.ts';
import { CheckoutSummary } from './CheckoutSummary.tsx';

/** subscription/checkout?plan=ID: the order, and the button that starts the payment. */
export function CheckoutScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { subscription } = useSignedInUser();
  const plans = useQuery(plansQuery);
  useDocumentTitle(t('checkout.title'));

  const plan = plans.data?.find(({ id }) => String(id) === query.get('plan'));
  const isPaidNow =
    plan &&
    subscription?.plan.id === plan.id &&
    subscription.status === 'active' &&
    plan.price_per_period > 0;
  const isOnPaidPlan = subscription?.current_period_end != null && subscription.status === 'active';
  const replaced = isOnPaidPlan && !subscription.is_given ? subscription.plan.name : null;
  if (isPaidNow) return <Navigate to={paths.pricing} replace />;
  return (
    <PaymentColumn title={t('checkout.title')}>
      <TestModeNotice />
      {plans.isPending && <Skeleton height={320} radius="lg" />}
      {plans.isError && !plans.data && (
        <ErrorState
          error={plans.error}
          fallback={t('landing.pricing.failed')}
          onRetry={() => void plans.refetch()}
        />
      )}
      {plan && plan.price_per_period > 0 && <CheckoutSummary key={plan.id} plan={plan} replaced={replaced} />}
      {plans.data && (!plan || plan.price_per_period === 0) && (
        <>
          <FormMessage type="error">{t('checkout.noPlan')}</FormMessage>
          <Button component={Link} to={paths.pricing} h={44}>
            {t('checkout.toPlans')}
          </Button>
        </>
      )}
    </PaymentColumn>
  );
}

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { KeptCurrencyNote } from '../../features/checkout/KeptCurrencyNote.tsx';
import { PlanGrid } from '../../features/plans/PlanFrame.tsx';
import { plansQuery } from '../../features/plans/api.ts';
import { PlanCard } from './PlanCard.tsx';

/** All plans side by side; a failed load can be retried, a language switch reloads them. */
export function PlanCards() {
  const { t } = useTranslation();
  const plans = useQuery(plansQuery);
  if (plans.isError && !plans.data)
    return (
      <ErrorState
        error={plans.error}
        fallback={t('landing.pricing.failed')}
        onRetry={() => void plans.refetch()}
      />
    );
  const currency = plans.data?.[0]?.currency;
  return (
    <>
      <PlanGrid label={t('pricing.plans')}>
        {plans.isPending && <LoadingNote>{t('pricing.loading')}</LoadingNote>}
        {plans.isPending && [1, 2, 3].map((card) => <Skeleton key={card} height={420} radius="lg" />)}
        {plans.data?.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </PlanGrid>
      {currency && <KeptCurrencyNote currency={currency} />}
    </>
  );
}

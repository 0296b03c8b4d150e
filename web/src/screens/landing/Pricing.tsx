import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PlanGrid } from '../../features/plans/PlanFrame.tsx';
import { plansQuery } from '../../features/plans/api.ts';
import { PlanCard } from './PlanCard.tsx';
import { Section } from './Section.tsx';

/** The plans (specification 7.1), which the server has put into the page; reloaded on a language switch. */
export function Pricing() {
  const { t } = useTranslation();
  const plans = useQuery(plansQuery);
  return (
    <Section id="pricing" title={t('landing.pricing.title')} lead={t('landing.pricing.lead')}>
      {plans.isError && !plans.data && (
        <div role="alert">
          <p>{t('landing.pricing.failed')}</p>
          <Button variant="default" onClick={() => void plans.refetch()}>
            {t('actions.tryAgain')}
          </Button>
        </div>
      )}
      <PlanGrid>
        {plans.isPending && [1, 2, 3].map((card) => <Skeleton key={card} height={360} radius="lg" />)}
        {plans.data?.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </PlanGrid>
    </Section>
  );
}

import { Badge, Group, Title } from '@mantine/core';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/use-format.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { FeatureList } from '../../features/plans/FeatureList.tsx';
import classes from './PlanCards.module.css';
import { PlanButton } from './PlanButton.tsx';

/** One plan: what it costs, what it holds, and the way to it. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { subscription } = useSignedInUser();
  const isCurrent = subscription?.plan.id === plan.id;
  return (
    <article className={classes.plan} data-popular={plan.is_popular}>
      <Group justify="space-between" mih={28} gap="xs">
        <Title order={2} size="h3">
          {plan.name}
        </Title>
        <Group gap={6}>
          {isCurrent && <Badge color="green">{t('pricing.current')}</Badge>}
          {plan.is_popular && <Badge>{t('landing.pricing.popular')}</Badge>}
        </Group>
      </Group>
      <p className={classes.price}>
        <span className={classes.amount}>{format.money(plan.price_per_period, plan.currency)}</span>
        <span className={classes.period}>{t('landing.pricing.perMonth')}</span>
      </p>
      <p className={classes.description}>{plan.description}</p>
      <FeatureList features={plan.features} />
      {subscription && <PlanButton plan={plan} subscription={subscription} />}
    </article>
  );
}

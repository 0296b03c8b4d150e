import { Badge, Group } from '@mantine/core';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../features/auth/api.ts';
import { PlanFrame } from '../../features/plans/PlanFrame.tsx';
import { PlanButton } from './PlanButton.tsx';

/** One plan: what it costs, what it holds, and the way to it. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { subscription } = useSignedInUser();
  const isCurrent = subscription?.plan.id === plan.id;
  const marks = (
    <Group gap={6}>
      {isCurrent && <Badge color="green">{t('pricing.current')}</Badge>}
      {plan.is_popular && <Badge>{t('landing.pricing.popular')}</Badge>}
    </Group>
  );
  return (
    <PlanFrame plan={plan} level={2} marks={marks}>
      {subscription && <PlanButton plan={plan} subscription={subscription} />}
    </PlanFrame>
  );
}

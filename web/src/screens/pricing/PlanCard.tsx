import { Badge } from '@mantine/core';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { PlanFrame } from '../../features/plans/PlanFrame.tsx';
import { PlanButton } from './PlanButton.tsx';

/** One plan with price, features and button. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { subscription } = useSignedInUser();
  const isCurrent = subscription?.plan.id === plan.id;
  // The current plan needs no "popular" badge, and two badges would not fit beside the name in Turkish.
  const marks = isCurrent ? (
    <Badge color="green">{t('pricing.current')}</Badge>
  ) : (
    plan.is_popular && <Badge>{t('landing.pricing.popular')}</Badge>
  );
  return (
    <PlanFrame plan={plan} level={2} marks={marks}>
      {subscription && <PlanButton plan={plan} subscription={subscription} />}
    </PlanFrame>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Plan, Subscription } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { checkoutSettingsQuery } from '../../features/checkout/api.ts';
import { useChangeSubscription } from '../../features/checkout/use-change-subscription.ts';
import { paths } from '../../paths.ts';

type Props = { plan: Plan; subscription: Subscription };

/** Plan names are the same in every language and on every installation (specification 7.1). */
const WITHOUT_BUTTONS = 'Enterprise';

/**
 * Hidden for users on Enterprise; the current plan's button is disabled and says so (specification 2.11). Choosing
 * Starter on a paid plan cancels it.
 */
export function PlanButton({ plan, subscription }: Props) {
  const { t } = useTranslation();
  const settings = useQuery(checkoutSettingsQuery);
  const { askCancel, isCancelling } = useChangeSubscription(subscription);
  if (subscription.plan.name === WITHOUT_BUTTONS) return null;

  if (subscription.plan.id === plan.id)
    return (
      <Button size="md" fullWidth disabled>
        {t('pricing.currentPlan')}
      </Button>
    );
  if (plan.price_per_period === 0)
    return (
      <Button
        size="md"
        fullWidth
        variant="default"
        disabled={subscription.cancel_at_period_end}
        loading={isCancelling}
        onClick={askCancel}
      >
        {t('landing.pricing.choose', { plan: plan.name })}
      </Button>
    );
  if (settings.data?.gateway === 'off')
    return (
      <Button size="md" fullWidth disabled>
        {t('pricing.off')}
      </Button>
    );
  return (
    <Button
      component={Link}
      to={paths.checkout(plan.id)}
      size="md"
      fullWidth
      variant={plan.is_popular ? 'filled' : 'default'}
    >
      {t('landing.pricing.choose', { plan: plan.name })}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Plan, Subscription } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { checkoutSettingsQuery } from '../../features/checkout/api.ts';
import { useChangeSubscription } from '../../features/checkout/use-change-subscription.ts';
import { paths } from '../../paths.ts';

type Props = { plan: Plan; subscription: Subscription };

/** Plan names are the same in every language and on every installation (specification 7.1). */
const WITHOUT_BUTTONS = 'Enterprise';

/**
 * Button of a plan, hidden on Enterprise, disabled for the current plan (specification 2.11); Starter cancels a paid
 * one.
 */
export function PlanButton({ plan, subscription }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const settings = useQuery(checkoutSettingsQuery);
  const { askDowngrade, isCancelling } = useChangeSubscription(subscription);
  if (subscription.plan.name === WITHOUT_BUTTONS) return null;

  if (subscription.plan.id === plan.id)
    return (
      <Button size="md" fullWidth disabled>
        {t('pricing.currentPlan')}
      </Button>
    );
  const { current_period_end: end, cancel_at_period_end: isCancelled } = subscription;
  if (plan.price_per_period === 0 && isCancelled && end !== null)
    return (
      <Button size="md" fullWidth disabled>
        {t('billing.starterFrom', { date: format.date(end) })}
      </Button>
    );
  if (plan.price_per_period === 0)
    return (
      <Button size="md" fullWidth variant="default" loading={isCancelling} onClick={askDowngrade}>
        {t('billing.downgrade')}
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

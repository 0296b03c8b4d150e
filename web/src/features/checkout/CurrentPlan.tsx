import { Badge, Button, Group, Text } from '@mantine/core';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { lastGivenDay } from '@vitrin/shared/rules/money/plan-end-days.ts';
import { GRACE_MILLISECONDS } from '@vitrin/shared/rules/money/subscription.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { useFormat } from '../../components/use-format.ts';
import { paths } from '../../paths.ts';
import { CardActions } from './CardActions.tsx';
import classes from './CurrentPlan.module.css';
import { useChangeSubscription } from './use-change-subscription.ts';

type Props = {
  subscription: Subscription;
  withLink?: boolean;
};

/** The user's plan, until when it runs, and the button to cancel or resume it. */
export function CurrentPlan({ subscription, withLink = false }: Props) {
  const { t } = useTranslation();
  const { plan, status, current_period_end, cancel_at_period_end, can_resume, can_change_card } =
    subscription;
  const { askCancel, resumePlan, isCancelling, isResuming } = useChangeSubscription(subscription);
  const isPaid = current_period_end !== null;
  const isOverdue = status === 'past_due';

  return (
    <div className={classes.plan}>
      <div className={classes.what}>
        <Group gap="sm">
          <Text fw={600} size="lg">
            {plan.name}
          </Text>
          <PlanBadge subscription={subscription} />
        </Group>
        <Text c="dimmed">
          <PlanSentence subscription={subscription} />
        </Text>
      </div>
      <Group gap="sm">
        {withLink && (
          <Button component={Link} to={paths.pricing} variant="default" h={44}>
            {t(isPaid ? 'billing.changePlan' : 'billing.seePlans')}
          </Button>
        )}
        {can_change_card && <CardActions isOverdue={isOverdue} />}
        {isOverdue && !can_change_card && (
          <Button component={Link} to={paths.checkout(plan.id)} h={44}>
            {t('billing.payNow')}
          </Button>
        )}
        {isPaid && cancel_at_period_end && can_resume && (
          <Button h={44} loading={isResuming} onClick={resumePlan}>
            {t('billing.resume', { plan: plan.name })}
          </Button>
        )}
        {isPaid && !cancel_at_period_end && (
          <Button variant="default" h={44} loading={isCancelling} onClick={askCancel}>
            {t('billing.cancel')}
          </Button>
        )}
      </Group>
      {isOverdue && (
        <div className={classes.message}>
          <FormMessage type="warning">
            {t(can_change_card ? 'billing.overdueCardHint' : 'billing.overdueHint')}
          </FormMessage>
        </div>
      )}
    </div>
  );
}

function PlanBadge({ subscription: { status, cancel_at_period_end, is_given } }: Props) {
  const { t } = useTranslation();
  if (status === 'past_due') return <Badge color="red">{t('billing.badge.overdue')}</Badge>;
  if (cancel_at_period_end && !is_given) return <Badge color="amber">{t('billing.badge.cancelled')}</Badge>;
  return <Badge color="green">{t('billing.badge.active')}</Badge>;
}

function PlanSentence({ subscription }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, current_period_end, cancel_at_period_end, is_given } = subscription;
  if (current_period_end === null) return t('billing.free');
  if (is_given) return t('billing.givenThrough', { date: format.day(lastGivenDay(current_period_end)) });
  if (status === 'past_due') {
    const graceEnd = new Date(Date.parse(current_period_end) + GRACE_MILLISECONDS).toISOString();
    return t('billing.overdueUntil', { date: format.dateTime(graceEnd) });
  }
  const date = format.date(current_period_end);
  return cancel_at_period_end ? t('billing.activeUntil', { date }) : t('billing.renewsOn', { date });
}

import { Button } from '@mantine/core';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { PlanFrame } from '../../features/plans/PlanFrame.tsx';
import { paths } from '../../paths.ts';
import classes from './Pricing.module.css';

/** A plan with a link to the registration. */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  return (
    <PlanFrame
      plan={plan}
      level={3}
      marks={<span className={classes.popular}>{t('landing.pricing.popular')}</span>}
    >
      <Button
        component={Link}
        to={paths.register}
        variant="default"
        size="md"
        h={44}
        fullWidth
        className={classes.choose}
      >
        {t('landing.pricing.choose', { plan: plan.name })}
      </Button>
    </PlanFrame>
  );
}

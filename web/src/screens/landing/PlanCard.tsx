import { Button } from '@mantine/core';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { paths } from '../../paths.ts';
import classes from './Pricing.module.css';

/**
 * One plan. What differs between plans is text or the value of `data-popular`, never structure: the server fills
 * this card's prerendered HTML with the plans of the database (prerender.tsx).
 */
export function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <article className={classes.plan} data-popular={plan.is_popular}>
      <div className={classes.heading}>
        <h3 className={classes.name}>{plan.name}</h3>
        <span className={classes.popular}>{t('landing.pricing.popular')}</span>
      </div>
      <p className={classes.price}>
        <span className={classes.amount}>{format.money(plan.price_per_period, plan.currency)}</span>
        <span className={classes.period}>{t('landing.pricing.perMonth')}</span>
      </p>
      <p className={classes.description}>{plan.description}</p>
      <ul className={classes.features}>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <Button
        component={Link}
        to={paths.register}
        variant="default"
        size="md"
        fullWidth
        className={classes.choose}
      >
        {t('landing.pricing.choose', { plan: plan.name })}
      </Button>
    </article>
  );
}

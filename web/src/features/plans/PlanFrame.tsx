import type { Plan } from '@vitrin/shared/contract/plans.ts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMoney } from '../../components/use-money.ts';
import { FeatureList } from './FeatureList.tsx';
import classes from './PlanFrame.module.css';

/** Plans side by side, as many as fit. */
export function PlanGrid({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={classes.plans}>
      {children}
    </section>
  );
}

type Props = {
  plan: Plan;
  /** Heading level of the plan's name. */
  level: 2 | 3;
  /** Badges beside the name. */
  marks: ReactNode;
  /** The button of the plan. */
  children: ReactNode;
};

/** One plan with price and features, for the landing page and the pricing screen. */
export function PlanFrame({ plan, level, marks, children }: Props) {
  const { t } = useTranslation();
  const money = useMoney();
  const Name = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classes.plan} data-popular={plan.is_popular}>
      <div className={classes.heading}>
        <Name className={classes.name}>{plan.name}</Name>
        {marks}
      </div>
      <p className={classes.price}>
        <span className={classes.amount}>{money(plan.price_per_period, plan.currency)}</span>
        <span className={classes.period}>{t('landing.pricing.perMonth')}</span>
      </p>
      <p className={classes.description}>{plan.description}</p>
      <FeatureList features={plan.features} />
      {children}
    </article>
  );
}

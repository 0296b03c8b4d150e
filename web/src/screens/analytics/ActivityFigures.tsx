import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import classes from './ActivityFigures.module.css';

type Props = { figures: readonly { label: string; now: number; before: number }[]; days: number };

/** Each figure of the range, and how it compares with as many days before. */
export function ActivityFigures({ figures, days }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const compare = (difference: number) => {
    const more = { count: days, difference: format.number(Math.abs(difference)) };
    if (difference > 0) return t('analytics.moreThanBefore', more);
    if (difference < 0) return t('analytics.fewerThanBefore', more);
    return t('analytics.asManyAsBefore', { count: days });
  };
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, now, before }) => (
        <div key={label} className={classes.figure}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.now}>{format.number(now)}</dd>
          <dd className={classes.before}>{compare(now - before)}</dd>
        </div>
      ))}
    </dl>
  );
}

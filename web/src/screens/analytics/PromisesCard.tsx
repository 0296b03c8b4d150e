import { Anchor, Text, Title } from '@mantine/core';
import type { MissedDay, PromisedDays } from '@vitrin/shared/contract/figures/analytics.ts';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import figures from './ActivityFigures.module.css';
import looks from './LooksCard.module.css';
import classes from './PromisesCard.module.css';

/** How many promised days were kept, and which were not. */
export function PromisesCard({ promises, days }: { promises: PromisedDays; days: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counted = [
    { name: 'kept', count: promises.kept },
    { name: 'late', count: promises.late },
    { name: 'overdue', count: promises.overdue },
  ] as const;
  const isEmpty = counted.every(({ count }) => count === 0);
  return (
    <section className={looks.card} aria-labelledby="promises">
      <Title order={2} id="promises" size="h3">
        {t('analytics.dates')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(isEmpty ? 'analytics.datesNone' : 'analytics.datesLead', { count: days })}
      </Text>
      {!isEmpty && (
        <dl className={figures.figures}>
          {counted.map(({ name, count }) => (
            <div key={name} className={figures.figure}>
              <dt className={figures.label}>{t(`analytics.date.${name}`)}</dt>
              <dd className={figures.now}>{format.number(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {promises.missed.length > 0 && (
        <ul className={classes.missed}>
          {promises.missed.map((one, index) => (
            <Missed key={`${one.project.id} ${one.due_on} ${index}`} missed={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Missed({ missed: { project, milestone, due_on, delivered_on } }: { missed: MissedDay }) {
  const { t } = useTranslation();
  const format = useFormat();
  const due = format.dayShort(due_on);
  return (
    <li className={classes.row}>
      <span dir="auto" className={classes.what} title={milestone ?? undefined}>
        {milestone ?? t('analytics.nextVersion')}
      </span>
      <Anchor
        component={Link}
        to={paths.project(project.id)}
        size="sm"
        dir="auto"
        truncate
        title={project.name}
      >
        {project.name}
      </Anchor>
      <Text component="span" size="sm" c="dimmed" className={classes.when}>
        {delivered_on === null
          ? t('analytics.notDelivered', { due })
          : t('analytics.deliveredLate', { due, delivered: format.dayShort(delivered_on) })}
      </Text>
    </li>
  );
}

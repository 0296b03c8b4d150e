import { Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Measure } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { answerQuery } from '../../../features/analytics/query/answer-query.ts';
import { useAnswerWords } from '../../../features/analytics/query/use-answer-words.ts';
import card from '../../../features/analytics/ChartCard.module.css';
import type { Range } from './choice.ts';
import classes from './TotalsCard.module.css';

/** Those that no other card of the screen has. */
const SHOWN = [
  'complete',
  'bytes',
  'played',
  'first_look',
  'first_complete',
  'unopened',
  'milestone_days',
] as const satisfies readonly Measure[];

/** The total of each figure over the range, which every plan shows. */
export function TotalsCard({ range }: { range: Range }) {
  const { t } = useTranslation();
  return (
    <section className={card.card} aria-labelledby="totals">
      <Title order={2} id="totals" size="h3" mb="md">
        {t('figures.totals')}
      </Title>
      <dl className={classes.totals}>
        {SHOWN.map((measure) => (
          <Total key={measure} measure={measure} range={range} />
        ))}
      </dl>
    </section>
  );
}

function Total({ measure, range }: { measure: Measure; range: Range }) {
  const { t } = useTranslation();
  const { valueOf } = useAnswerWords();
  const { data, error } = useQuery(answerQuery({ measure, by: [], ...range }));
  return (
    <div>
      <dt className={classes.label}>{t(`figures.measure.${measure}`)}</dt>
      <dd className={classes.value}>
        {data ? (
          valueOf(data.unit, data.total.value)
        ) : error ? (
          <Text component="span" size="sm" c="dimmed">
            {t('figures.failed')}
          </Text>
        ) : (
          <Skeleton component="span" display="block" height={28} width={72} />
        )}
      </dd>
    </div>
  );
}

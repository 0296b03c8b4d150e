import { Text } from '@mantine/core';
import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { dayNumber } from '@vitrin/shared/rules/time/days.ts';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './AnswerTotal.module.css';
import { useAnswerWords } from './use-answer-words.ts';

/** The whole of an answer in one figure, and beside it that of the time before. */
export function AnswerTotal({ answer }: { answer: AnalyticsAnswer }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { valueOf } = useAnswerWords();
  const { total, unit, from, to, storage } = answer;
  const { value, p90, before } = total;
  const count = dayNumber(to) - dayNumber(from) + 1;
  const change = before !== null && before !== 0 && value !== null ? (100 * (value - before)) / before : null;
  return (
    <div className={classes.total}>
      <span className={classes.value}>{valueOf(unit, value)}</span>
      {p90 !== null && <Text size="sm">{t('figures.p90', { value: valueOf(unit, p90) })}</Text>}
      {before !== null && (
        <Text size="sm">
          {t('figures.before', { count, value: valueOf(unit, before) })}
          {change !== null && ` (${change > 0 ? '+' : ''}${format.percent(change)})`}
        </Text>
      )}
      {storage && (
        <Text size="sm">
          {t('figures.stored', {
            used: format.bytes(storage.used_bytes),
            limit: format.bytes(storage.limit_bytes),
          })}{' '}
          {storage.limit_reached_on === null
            ? t('figures.limitFarAway')
            : t('figures.limitReachedOn', { date: format.day(storage.limit_reached_on) })}
        </Text>
      )}
    </div>
  );
}

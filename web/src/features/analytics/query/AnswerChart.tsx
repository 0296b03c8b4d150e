import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { isTime } from '@vitrin/shared/rules/time/time-keys.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { BarsChart } from '../lazy-charts.ts';
import { CrossTable } from './CrossTable.tsx';
import { Columns, Lines } from './lazy-query-charts.ts';
import { Legend } from './Legend.tsx';
import { BEFORE, LOOKS_OF_SERIES } from './looks-of-series.ts';
import { cellsOf, filledRows, isRunning, keysIn } from './pivot.ts';
import { ticksOf } from './ticks.ts';
import { useAnswerWords } from './use-answer-words.ts';

/** Points up to which a time is drawn as columns. */
const MOST_COLUMNS = 14;
const MOST_BARS = 12;

type Props = { answer: AnalyticsAnswer };

/** The drawing that suits the dimensions of an answer: lines, columns, bars, or a shaded table. */
export function AnswerChart({ answer }: Props) {
  const [first, second] = answer.by;
  if (first === undefined) return null;
  if (second === undefined) return isTime(first) ? <OverTime answer={answer} /> : <ByName answer={answer} />;
  const lines = [first, second].findIndex(isRunning);
  return lines === -1 ? <CrossTable answer={answer} /> : <SeriesOverTime answer={answer} time={lines} />;
}

function OverTime({ answer }: Props) {
  const { t } = useTranslation();
  const { keyOf, valueOf } = useAnswerWords();
  const { rows, unit, total } = answer;
  const dimension = answer.by[0] ?? 'day';
  const isCompared = total.before !== null;
  const points = rows.map(({ keys: [key], value, before }) => ({
    label: key ? keyOf(dimension, key) : '',
    value,
    before,
  }));
  const series = [
    { name: 'value', label: t(`figures.measure.${answer.measure}`), ...LOOKS_OF_SERIES[0] },
    ...(isCompared
      ? [{ name: 'before', label: t('figures.timeBefore'), ...BEFORE, filled: 'stripes' } as const]
      : []),
  ];
  const isLines = isRunning(dimension) && rows.length > MOST_COLUMNS && filledRows(rows).length > 1;
  const Chart = isLines ? Lines : Columns;
  const most = Math.max(0, ...rows.flatMap(({ value, before }) => [value ?? 0, before ?? 0]));
  return (
    <>
      <Chart
        points={points}
        series={series}
        ticks={ticksOf(unit, most)}
        format={(value) => valueOf(unit, value)}
      />
      {isCompared && <Legend series={series} as={isLines ? 'lines' : 'areas'} />}
    </>
  );
}

function ByName({ answer }: Props) {
  const { t } = useTranslation();
  const { keyOf, valueOf } = useAnswerWords();
  const { rows, unit } = answer;
  const dimension = answer.by[0] ?? 'project';
  const shown = rows.slice(0, MOST_BARS);
  const bars = shown.map(({ keys: [key], value }) => ({
    label: key ? keyOf(dimension, key) : '',
    value: value ?? 0,
    color: LOOKS_OF_SERIES[0].color,
  }));
  return (
    <>
      <BarsChart
        bars={bars}
        valueLabel={t(`figures.measure.${answer.measure}`)}
        ticks={ticksOf(unit, Math.max(0, ...bars.map(({ value }) => value)))}
        format={(value) => valueOf(unit, value)}
      />
      {rows.length > shown.length && <p>{t('figures.moreInTable')}</p>}
    </>
  );
}

/** A line for each of the largest of the other dimension. */
function SeriesOverTime({ answer, time }: Props & { time: number }) {
  const { t } = useTranslation();
  const { keyOf, valueOf } = useAnswerWords();
  const { unit, by } = answer;
  const other = 1 - time;
  const keys = keysIn(answer, other);
  const cellAt = cellsOf(answer);
  const series = LOOKS_OF_SERIES.flatMap((look, index) => {
    const key = keys[index];
    return key
      ? [{ name: `s${key.key}`, key: key.key, label: keyOf(by[other] ?? 'project', key), ...look }]
      : [];
  });
  const isSum = unit === 'count' || unit === 'bytes';
  const points = keysIn(answer, time).map((at) => ({
    label: keyOf(by[time] ?? 'day', at),
    ...Object.fromEntries(
      series.map(({ name, key }) => [
        name,
        (time === 0 ? cellAt(at.key, key) : cellAt(key, at.key)) ?? (isSum ? 0 : null),
      ]),
    ),
  }));
  const most = Math.max(0, ...answer.rows.map(({ value }) => value ?? 0));
  return (
    <>
      <Lines
        points={points}
        series={series}
        ticks={ticksOf(unit, most)}
        format={(value) => valueOf(unit, value)}
      />
      <Legend series={series} as="lines" />
      {keys.length > series.length && <p>{t('figures.moreInTable')}</p>}
    </>
  );
}
